import type { ServerEntry, ServerScope } from '../../../shared/model/mcp';
import { CodedError } from '../../../shared/model/failure';
import type { Diagnostic } from '../../../shared/model/permission';
import { putJson, removeJson } from '../../core/kernel/edit-json';
import { isRecord } from '../../core/kernel/is-record';
import { serversFile } from '../../core/mcp/load-servers';
import { nameProblem, parseServers } from '../../core/mcp/parse-servers';
import { readIfThere } from '../../core/permission/grant-rule';
import { parseSettings } from '../../core/permission/parse-settings';
import { unifiedDiff } from '../../core/tools/unified-diff';
import type { HostPorts } from '../host-ports';
import { putText } from '../permissions/swap-texts';

const SCOPES = ['local', 'project', 'user'] as const satisfies readonly ServerScope[];

type Ports = Pick<HostPorts, 'files' | 'home' | 'hash'>;

/** A file before and after; nothing is written. `base`: SHA-256 of the text before, where there is a file. */
export interface PlannedFile {
  path: string;
  before: string;
  text: string;
  patch: string;
  base?: string;
  diagnostics: Diagnostic[];
}

/** Puts an entry into the file of its scope. Rejects with `bad-request` for a bad name or a file that is not JSON. */
export async function planAdd(
  ports: Ports,
  { folder, server, scope, entry }: { folder: string; server: string; scope: ServerScope; entry: ServerEntry },
): Promise<PlannedFile> {
  const problem = nameProblem(server);
  if (problem !== undefined) throw new CodedError('bad-request', problem.message);
  const { path, keys } = serversFile(scope, { folder, productHome: ports.home });
  const before = await readServersFile(ports, path);
  const start = before === undefined || before.trim() === '' ? '{}\n' : before;
  await requireObject(start, path);
  return describeChange(ports, { path, keys, scope }, before, await putJson(start, [...keys, server], entry));
}

/** Takes an entry out of a file that this product writes. Rejects with `read-only` for one that it only reads. */
export async function planRemove(
  ports: Ports,
  { folder, server, scope }: { folder: string; server: string; scope: ServerScope },
): Promise<PlannedFile> {
  const { path, keys } = serversFile(scope, { folder, productHome: ports.home });
  const before = await readServersFile(ports, path);
  const found = before === undefined ? undefined : valueAt(await requireObject(before, path), keys);
  if (before === undefined || !isRecord(found) || !Object.hasOwn(found, server))
    throw new CodedError(
      'read-only',
      `${path} has no entry "${server}": it stands in a file that is only read here, such as ~/.claude.json`,
    );
  return describeChange(ports, { path, keys, scope }, before, await removeJson(before, [...keys, server]));
}

/** What became of an entry in a file of servers. */
export interface EntryChange {
  server: string;
  scope: ServerScope;
  change: 'added' | 'changed' | 'removed';
}

/** Writes what was planned, and says which entries that touches. Rejects with `conflict` where the file is another by now, `denied` for a file of something else. */
export async function writeChange(
  ports: Ports,
  { folder, path, text, base }: { folder: string; path: string; text: string; base?: string | undefined },
): Promise<EntryChange[]> {
  const places = SCOPES.map((scope) => ({ scope, ...serversFile(scope, { folder, productHome: ports.home }) })).filter(
    (place) => place.path === path,
  );
  if (places.length === 0) throw new CodedError('denied', `${path} is no file of servers that is written here`);
  const after = await requireObject(text, path);
  const now = await readServersFile(ports, path);
  if ((now === undefined ? undefined : ports.hash(now)) !== base)
    throw new CodedError('conflict', `${path} was changed meanwhile: nothing was written.`);
  const before = now === undefined || now.trim() === '' ? {} : await requireObject(now, path);
  await putText(ports.files, path, text);
  return places.flatMap(({ scope, keys }) => compareEntries(valueAt(before, keys), valueAt(after, keys), scope));
}

function compareEntries(before: unknown, after: unknown, scope: ServerScope): EntryChange[] {
  const old = new Map(Object.entries(isRecord(before) ? before : {}));
  const now = new Map(Object.entries(isRecord(after) ? after : {}));
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((server): EntryChange[] => {
    if (!now.has(server)) return [{ server, scope, change: 'removed' }];
    if (!old.has(server)) return [{ server, scope, change: 'added' }];
    return JSON.stringify(old.get(server)) === JSON.stringify(now.get(server)) ? [] : [{ server, scope, change: 'changed' }];
  });
}

async function describeChange(
  { hash }: Ports,
  { path, keys, scope }: { path: string; keys: readonly string[]; scope: ServerScope },
  before: string | undefined,
  text: string,
): Promise<PlannedFile> {
  const parsed = await parseSettings(text, path);
  const { diagnostics } =
    'lineOf' in parsed ? parseServers({ text: parsed, path: keys, file: path, scope, hash }) : { diagnostics: [parsed] };
  return {
    path,
    before: before ?? '',
    text,
    patch: unifiedDiff(path, before ?? '', text).patch,
    ...(before === undefined ? {} : { base: hash(before) }),
    diagnostics,
  };
}

async function requireObject(text: string, path: string): Promise<Record<string, unknown>> {
  const parsed = await parseSettings(text, path);
  if (!('lineOf' in parsed)) throw new CodedError('bad-request', `${path}: ${parsed.message}`);
  if (!isRecord(parsed.value)) throw new CodedError('bad-request', `${path} is no JSON object`);
  return parsed.value;
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

/** A folder in its place is a sandbox's, and no file. */
async function readServersFile({ files }: Ports, path: string): Promise<string | undefined> {
  const isFolder = (await files.stat(path).catch(() => undefined))?.kind === 'directory';
  return isFolder ? undefined : readIfThere(files, path);
}
