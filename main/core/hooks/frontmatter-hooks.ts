import type { Diagnostic } from '../../../shared/model/permission';
import { splitFrontmatter } from '../../../shared/text/split-frontmatter';
import { isRecord } from '../kernel/is-record';
import type { Hook, HookSource } from './hook';
import { readHooks } from './read-hooks';

/** The hooks in the frontmatter of a skill or a sub-agent. A sub-agent's `Stop` is its `SubagentStop`. Never rejects. */
export async function readFrontmatterHooks(source: HookSource): Promise<{ hooks: Hook[]; diagnostics: Diagnostic[] }> {
  const yaml = splitFrontmatter(source.text)?.yaml;
  if (yaml === undefined || !/^hooks\s*:/m.test(yaml)) return { hooks: [], diagnostics: [] };
  const { isNode, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, logLevel: 'silent' });
  if (document.errors.length > 0) return { hooks: [], diagnostics: [] };
  const data: unknown = document.toJS();
  if (!isRecord(data)) return { hooks: [], diagnostics: [] };
  const found = readHooks({
    value: data['hooks'],
    lineOf(path) {
      for (let length = path.length; length >= 0; length -= 1) {
        const node = document.getIn(['hooks', ...path.slice(0, length)], true);
        // Lines of the file: the first is the opening mark.
        if (isNode(node) && node.range) return lines.linePos(node.range[0]).line + 1;
      }
      return 1;
    },
    place: { file: source.file, scope: source.scope, name: source.name },
  });
  if (source.scope === 'skill') return found;
  return { ...found, hooks: found.hooks.map((hook) => (hook.event === 'Stop' ? { ...hook, event: 'SubagentStop' } : hook)) };
}
