import type { AuditSubject } from '../../../shared/model/audit';
import { parseObject } from '../../core/kernel/read-settings';
import type { PlannedEdits } from '../../core/permission/matrix/plan-edits';
import { unifiedDiff } from '../../core/tools/unified-diff';

/** A change of rules by the person: the lines that came and went. `to` is what was written, `before` when a change is undone. */
export function ruleChange({ files, session }: PlannedEdits, id: string | undefined, to: 'before' | 'after'): AuditSubject {
  const from = to === 'after' ? 'before' : 'after';
  const lines = [...files].flatMap(([path, texts]) => changedLines(unifiedDiff(path, texts[from], texts[to] ?? '').patch));
  const [added, removed] = to === 'after' ? [session.add, session.remove] : [session.remove, session.add];
  const own = [...removed.map((rule) => `- allow ${rule}`), ...added.map((rule) => `+ allow ${rule}`)];
  return {
    kind: 'rules',
    by: { kind: 'person' },
    ...(id === undefined ? {} : { session: id }),
    summary: [...lines, ...own].join('\n'),
    ...(files.size === 0 ? {} : { paths: [...files.keys()] }),
  };
}

/** A settings file that the person wrote as a whole: its hooks, where nothing else of it changed, else its rules. */
export function settingsChange(path: string, texts: { before: string | undefined; after: string }): AuditSubject {
  const change = ruleChange({ files: new Map([[path, texts]]), session: { add: [], remove: [] } }, undefined, 'after');
  return isOfHooks(texts) ? { ...change, kind: 'hooks' } : change;
}

function isOfHooks({ before, after }: { before: string | undefined; after: string }): boolean {
  const [old, now] = [parseObject(before || '{}'), parseObject(after)];
  if (old === undefined || now === undefined) return false;
  const { hooks: oldHooks, ...oldRest } = old;
  const { hooks: nowHooks, ...nowRest } = now;
  return JSON.stringify(oldHooks) !== JSON.stringify(nowHooks) && JSON.stringify(oldRest) === JSON.stringify(nowRest);
}

function changedLines(patch: string): string[] {
  return patch.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line));
}
