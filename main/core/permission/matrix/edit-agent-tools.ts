import { CodedError } from '../../../../shared/model/failure';
import type { MatrixRow } from '../../../../shared/model/matrix';
import { splitFrontmatter } from '../../../../shared/text/split-frontmatter';
import { parseRule } from '../parse-rule';

/** The tools by which a row's calls are made: what a definition lists to have them. */
export function toolsOfRow({ capability, of, custom }: MatrixRow): string[] {
  if (custom !== undefined) return [...new Set(custom.rules.flatMap((text) => parseRule(text, 'ask').rule?.tool ?? []))];
  switch (capability) {
    case 'read-project':
    case 'read-outside':
    case 'read-secrets':
      return ['Read', 'Grep', 'Glob'];
    case 'write-source':
    case 'write-outside':
    case 'write-secrets':
    case 'write-protected':
      return ['Edit', 'Write'];
    case 'network':
      return ['WebFetch'];
    case 'mcp':
      return [of === undefined ? 'mcp__*' : `mcp__${of.replace('/', '__')}`];
    case 'agent':
      return ['Agent'];
    case 'skill':
      return ['Skill'];
    default:
      return ['Bash'];
  }
}

/**
 * A sub-agent's definition with tools given to it or taken from it. A list of tools gets or loses them; where there is none (it
 * then has all), what is taken is listed under `disallowedTools`. Rejects with `conflict` where the file has no frontmatter.
 */
export async function editAgentTools(text: string, path: string, tools: readonly string[], has: boolean): Promise<string> {
  const split = splitFrontmatter(text);
  if (split === undefined) throw new CodedError('conflict', `${path} has no frontmatter to list tools in.`);
  const { parseDocument } = await import('yaml');
  const { open, yaml, lineEnd, close, body } = split;
  const document = parseDocument(yaml);
  if (document.errors.length > 0) throw new CodedError('conflict', `The frontmatter of ${path} is not valid YAML.`);
  const set = (key: string, names: string[], joined: boolean) =>
    names.length === 0 && key === 'disallowedTools'
      ? document.delete(key)
      : document.set(key, joined ? names.join(', ') : document.createNode(names, { flow: true }));
  const listed = listOf(document.get('tools'));
  const banned = listOf(document.get('disallowedTools'));
  if (has) {
    if (banned !== undefined)
      set(
        'disallowedTools',
        banned.names.filter((name) => !tools.includes(name)),
        banned.joined,
      );
    if (listed !== undefined) set('tools', [...new Set([...listed.names, ...tools])], listed.joined);
  } else if (listed !== undefined) {
    set(
      'tools',
      listed.names.filter((name) => !tools.includes(name.replace(/\(.*$/s, ''))),
      listed.joined,
    );
  } else {
    set('disallowedTools', [...new Set([...(banned?.names ?? []), ...tools])], banned?.joined ?? true);
  }
  const written = document.toString({ lineWidth: 0 }).trimEnd().replace(/\r?\n/g, lineEnd);
  return `${open}${written}${lineEnd}${close}${body}`;
}

function listOf(value: unknown): { names: string[]; joined: boolean } | undefined {
  if (typeof value === 'string')
    return {
      names: value
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
      joined: true,
    };
  if (typeof value !== 'object' || value === null || !('toJSON' in value) || typeof value.toJSON !== 'function') return undefined;
  const plain: unknown = value.toJSON();
  return Array.isArray(plain) ? { names: plain.filter((name) => typeof name === 'string'), joined: false } : undefined;
}
