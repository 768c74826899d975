import { join } from 'node:path/posix';
import type { ServerReason, ServerScope } from '../../../shared/model/mcp';
import type { Diagnostic } from '../../../shared/model/permission';
import { ownValue } from '../kernel/own-value';
import type { SettingsPlace } from '../permission/list-settings';
import { parseSettings, readSettingsText, type SettingsText } from '../permission/parse-settings';
import type { ConfiguredServer } from './configured-server';
import { expandLaunch, type Variables } from './expand-variables';
import { parseServers } from './parse-servers';
import { policyOf, readServerLists, type ServerLists } from './server-lists';
import type { FolderState } from './server-state';
import { sayServer } from './server-words';

/** The position of every value costs time: of a larger file only the values are read. */
const MOST_LOCATED = 1_000_000;

export interface LoadServersOptions extends SettingsPlace {
  /** The product's home, with the person's own `mcp.json`. */
  productHome: string;
  trusted: boolean;
  /** Files that this invocation names: they count before all others. `strict`: no others do. */
  named?: { files: readonly string[]; strict: boolean } | undefined;
  /** For this invocation the person has approved the project's servers as they are. */
  approveAll: boolean;
  state: FolderState;
  /** Why it is not known what was decided: nothing starts then. */
  stateProblem?: Diagnostic;
  /** For `${VAR}`. */
  variables: Variables;
  /** SHA-256, hex. */
  hash(text: string): string;
  /** Whether a file is one person's own: in a repository that does not track it. Never rejects. */
  isUntracked(path: string): Promise<boolean>;
}

export interface LoadedServers {
  /** Each name once, the entry that counts, in the order of the files. */
  servers: ConfiguredServer[];
  files: Array<{ path: string; scope: ServerScope; exists: boolean }>;
  /** Settings files that have a say. */
  settings: string[];
  trusted: boolean;
  /** Entries that a settings file enables by name, and that nobody has seen before: they count as approved from now on. */
  toApprove: Array<{ name: string; hash: string }>;
  diagnostics: Diagnostic[];
}

interface Place {
  path: string;
  keys: readonly string[];
  scope: ServerScope;
  /** Somebody counts on its being there. */
  isNamed?: boolean;
}

/** Where entries of a scope are written. */
export function serversFile(scope: ServerScope, { folder, productHome }: Pick<LoadServersOptions, 'folder' | 'productHome'>) {
  if (scope === 'project') return { path: join(folder, '.mcp.json'), keys: ['mcpServers'] };
  const path = join(productHome, 'mcp.json');
  return { path, keys: scope === 'user' ? ['mcpServers'] : ['projects', folder, 'mcpServers'] };
}

function listPlaces(options: LoadServersOptions): Place[] {
  const { files = [], strict = false } = options.named ?? {};
  const named = files.map((path): Place => ({ path, keys: ['mcpServers'], scope: 'local', isNamed: true }));
  return strict ? named : [...named, ...listOwnPlaces(options)];
}

function listOwnPlaces(options: LoadServersOptions): Place[] {
  const person = options.readUserFiles === false ? undefined : join(options.home, '.claude.json');
  const own = (keys: readonly string[], scope: ServerScope): Place[] => (person === undefined ? [] : [{ path: person, keys, scope }]);
  return [
    { ...serversFile('local', options), scope: 'local' },
    ...own(['projects', options.folder, 'mcpServers'], 'local'),
    { ...serversFile('project', options), scope: 'project' },
    { ...serversFile('user', options), scope: 'user' },
    ...own(['mcpServers'], 'user'),
  ];
}

/**
 * Reads every server of a folder, and whether it may start. Denied by default: an entry of the project needs the person's approval of its
 * very content, and nothing starts in a folder that is not trusted. Never rejects: problems are diagnostics with file and line.
 */
export async function loadServers(options: LoadServersOptions): Promise<LoadedServers> {
  const places = listPlaces(options);
  const diagnostics: Diagnostic[] = [];
  const paths = [...new Set(places.map(({ path }) => path))];
  const [lists, ...texts] = await Promise.all([readServerLists(options), ...paths.map((path) => readPlace(options, path, diagnostics))]);
  const byPath = new Map(paths.map((path, index) => [path, texts[index]]));
  const byName = new Map<string, ConfiguredServer>();
  for (const { path, keys, scope, isNamed } of places) {
    const text = byPath.get(path);
    if (text === undefined) {
      if (isNamed === true && !diagnostics.some(({ file }) => file === path)) diagnostics.push(missingFile(path));
      continue;
    }
    const parsed = parseServers({ text, path: keys, file: path, scope, hash: options.hash });
    diagnostics.push(...parsed.diagnostics);
    for (const server of parsed.servers) {
      const known = byName.get(server.name);
      if (known === undefined) byName.set(server.name, server);
      else known.shadows.push(server.file);
    }
  }
  const toApprove: LoadedServers['toApprove'] = [];
  const servers = [...byName.values()].map((server) => {
    const off = server.off ?? decideStart(server, lists, options, toApprove);
    reportUnset(server, options, diagnostics);
    return off === undefined ? server : { ...server, off };
  });
  const exists = (path: string) => byPath.get(path) !== undefined;
  return {
    servers,
    files: places.map(({ path, scope }) => ({ path, scope, exists: exists(path) })),
    settings: lists.files.map(({ path }) => path),
    trusted: options.trusted,
    toApprove,
    diagnostics: [...diagnostics, ...lists.diagnostics, ...(options.stateProblem === undefined ? [] : [options.stateProblem])],
  };
}

function missingFile(file: string): Diagnostic {
  return { code: 'missing-servers-file', severity: 'error', ...sayServer('no-file'), file, line: 1 };
}

function decideStart(
  { name, scope, hash, launch }: ConfiguredServer,
  lists: ServerLists,
  { trusted, state, stateProblem, approveAll, variables }: LoadServersOptions,
  toApprove: LoadedServers['toApprove'],
): ConfiguredServer['off'] {
  const disabled = (code: ServerReason['code']) => ({ state: 'disabled' as const, reason: { code } });
  if (launch === undefined) return undefined;
  const policy = policyOf(name, expandLaunch(launch, variables).launch, lists);
  if (policy !== undefined) return disabled(policy);
  if (!trusted) return disabled('untrusted-folder');
  if (stateProblem !== undefined) return disabled('decisions-unreadable');
  if (state.disabled.includes(name)) return disabled('disabled-here');
  if (scope !== 'project') return undefined;
  if (lists.disabled.has(name)) return disabled('disabled-by-settings');
  if (ownValue(state.rejected, name) === hash) return disabled('rejected');
  const approved = ownValue(state.approved, name);
  if (approved === hash || approveAll) return undefined;
  if (approved === undefined && (lists.all || lists.enabled.has(name))) {
    toApprove.push({ name, hash });
    return undefined;
  }
  return { state: 'pending-approval', reason: { code: approved === undefined ? 'new' : 'changed' } };
}

function reportUnset({ name, launch, file, line }: ConfiguredServer, { variables }: LoadServersOptions, diagnostics: Diagnostic[]): void {
  const unset = launch === undefined ? [] : expandLaunch(launch, variables).unset;
  for (const variable of unset) {
    const said = sayServer('unset-variable', { name, variable });
    diagnostics.push({ code: 'unset-variable', severity: 'warning', ...said, file, line, about: name });
  }
}

async function readPlace(
  { files }: LoadServersOptions,
  path: string,
  diagnostics: Diagnostic[],
): Promise<Pick<SettingsText, 'value' | 'lineOf'> | undefined> {
  // A sandbox holds the place of a file that nothing in it may make: with a folder, as long as it runs.
  if ((await files.stat(path).catch(() => undefined))?.kind === 'directory') return undefined;
  const text = await readSettingsText(files, path);
  if (text === undefined) return undefined;
  if (typeof text !== 'string') {
    diagnostics.push(text);
    return undefined;
  }
  if (text.length > MOST_LOCATED) {
    try {
      return { value: JSON.parse(text), lineOf: () => 1 };
    } catch {
      // Not JSON: the parser below says where.
    }
  }
  const parsed = await parseSettings(text, path);
  if ('lineOf' in parsed) return parsed;
  diagnostics.push({ ...parsed, message: parsed.message.replace('The settings are', 'The file is') });
  return undefined;
}
