import type { ServerEntry, ServerScope, ServerTransport } from '../../../shared/model/mcp';
import { findNameProblem } from '../../../shared/model/server-name';
import { isServerUrl } from '../../../shared/model/server-url';

export interface Pair {
  name: string;
  value: string;
}

/** What the form of an entry holds. Fields of the other kinds of connection are kept while one is chosen. */
export interface EntryDraft {
  name: string;
  scope: ServerScope;
  type: ServerTransport;
  command: string;
  args: readonly string[];
  env: readonly Pair[];
  url: string;
  headers: readonly Pair[];
  /** What the form has no field for: of a new entry as it was pasted, none of one that has it in its file. */
  rest: Pick<ServerEntry, 'timeout' | 'alwaysLoad'> & Pick<Extract<ServerEntry, { type: 'http' | 'sse' }>, 'oauth'>;
}

export const EMPTY_DRAFT: EntryDraft = {
  name: '',
  scope: 'local',
  type: 'stdio',
  command: '',
  args: [],
  env: [],
  url: '',
  headers: [],
  rest: {},
};

export type NameProblem = 'badName' | 'reservedName' | 'takenName';

/** What is wrong with a name, or with taking it once more; an empty one is not looked at yet. */
export function nameProblem(name: string, taken: readonly string[]): NameProblem | undefined {
  if (name === '') return undefined;
  const problem = findNameProblem(name);
  if (problem !== undefined) return problem === 'reserved' ? 'reservedName' : 'badName';
  return taken.includes(name) ? 'takenName' : undefined;
}

/** The entry that a draft stands for; undefined while something is missing. */
export function entryOf(draft: EntryDraft): ServerEntry | undefined {
  const { type, command, args, env, url, headers, rest } = draft;
  const { timeout, alwaysLoad, oauth } = rest;
  const common = { ...(timeout === undefined ? {} : { timeout }), ...(alwaysLoad === undefined ? {} : { alwaysLoad }) };
  if (type === 'stdio') {
    if (command.trim() === '') return undefined;
    return { type, command: command.trim(), ...listed('args', args), ...paired('env', env), ...common };
  }
  if (!isServerUrl(url.trim())) return undefined;
  return { type, url: url.trim(), ...paired('headers', headers), ...(oauth === undefined ? {} : { oauth }), ...common };
}

function listed<K extends string>(key: K, list: readonly string[]): { [P in K]?: string[] } {
  const made: { [P in K]?: string[] } = {};
  if (list.length > 0) made[key] = [...list];
  return made;
}

function paired<K extends string>(key: K, pairs: readonly Pair[]): { [P in K]?: Record<string, string> } {
  const named = pairs.filter(({ name }) => name.trim() !== '');
  const made: { [P in K]?: Record<string, string> } = {};
  if (named.length > 0) made[key] = Object.fromEntries(named.map(({ name, value }) => [name.trim(), value]));
  return made;
}

/** A value that looks like a secret and stands there in clear: it belongs into a variable. */
export function isBareSecret({ name, value }: Pair): boolean {
  return value !== '' && !value.includes('${') && /key|token|secret|passw|auth|credential/i.test(name);
}

/** The name of a variable for a secret, as it is written in the entry. */
export function variableFor({ name }: Pair): string {
  return `\${${name
    .trim()
    .replace(/[^A-Za-z0-9_]/g, '_')
    .toUpperCase()}}`;
}
