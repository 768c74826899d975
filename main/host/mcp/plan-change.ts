import type { ServerEntry, ServerScope } from '../../../shared/model/mcp';
import { CodedError } from '../../../shared/model/failure';
import type { Diagnostic } from '../../../shared/model/permission';
import { putJson, removeJson } from '../../core/kernel/edit-json';
import { isRecord } from '../../core/kernel/is-record';
import { canonicalJson } from '../../core/mcp/canonical-json';
import { ENTRY_KEYS, REMOTE_TYPES } from '../../core/mcp/entry-schema';
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

/** Which entry, of the file that is written for its scope. */
interface EntryPlace {
  folder: string;
  server: string;
  scope: ServerScope;
}

/** Puts an entry into the file of its scope. Rejects with `bad-request` for a bad name or a file that is not JSON. */
export async function planAdd(ports: Ports, { folder, server, scope, entry }: EntryPlace & { entry: ServerEntry }): Promise<PlannedFile> {
  const problem = nameProblem(server);
  if (problem !== undefined) throw new CodedError('bad-request', problem.message);
  const { path, keys } = serversFile(scope, { folder, productHome: ports.home });
  const before = await readServersFile(ports, path);
  const start = before === undefined || before.trim() === '' ? '{}\n' : before;
  await requireObject(start, path);
  return describeChange(ports, { path, keys, scope }, before, await putJson(start, [...keys, server], entry));
}

/** An entry as its file has it, `${VAR}` as it is written; `hash` is that of its content. Rejects with `read-only` as `planRemove` does. */
export async function readEntry(
  ports: Ports,
  { file, ...one }: EntryPlace & { file: string },
): Promise<{ path: string; entry: Record<string, unknown>; hash: string }> {
  const found = await findEntry(ports, one);
  if (found === undefined || found.path !== file) throw onlyRead(file, one.server);
  const { path, entry } = found;
  return { path, entry: isRecord(entry) ? entry : {}, hash: ports.hash(canonicalJson(entry)) };
}

/**
 * Changes an entry where it stands: what `entry` says is put in, what its form could say and it does not is taken out, and everything
 * else of it stays. Rejects with `conflict` where the entry is not the one of `hash` any more.
 */
export async function planEdit(
  ports: Ports,
  { entry, hash, ...one }: EntryPlace & { entry: ServerEntry; hash: string },
): Promise<PlannedFile> {
  const found = await findEntry(ports, one);
  if (found === undefined || ports.hash(canonicalJson(found.entry)) !== hash)
    throw new CodedError('conflict', `the entry "${one.server}" was changed meanwhile`);
  const { path, keys, before, entry: old } = found;
  const place = [...keys, one.server];
  if (!isRecord(old)) return describeChange(ports, { path, keys, scope: one.scope }, before, await putJson(before, place, entry));
  let text = before;
  for (const key of listDropped(old, entry)) text = await removeJson(text, [...place, key]);
  for (const [key, value] of Object.entries(entry))
    if (key === 'type' ? transportOf(old) !== value : canonicalJson(old[key]) !== canonicalJson(value))
      text = await putJson(text, [...place, key], value);
  return describeChange(ports, { path, keys, scope: one.scope }, before, text);
}

/** Keys that the changed entry has no more: those of the other kind of connection, and what may be left empty and now is. */
function listDropped(old: Readonly<Record<string, unknown>>, entry: ServerEntry): string[] {
  const own: readonly string[] = entry.type === 'stdio' ? ENTRY_KEYS.stdio : ENTRY_KEYS.remote;
  const others = (entry.type === 'stdio' ? ENTRY_KEYS.remote : ENTRY_KEYS.stdio).filter((key) => !own.includes(key));
  const emptied = ['args', 'env', 'headers'].filter((key) => own.includes(key) && !Object.hasOwn(entry, key) && !isEmpty(old[key]));
  return [...((transportOf(old) === 'stdio') === (entry.type === 'stdio') ? [] : others), ...emptied];
}

function transportOf({ type = 'stdio' }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof type === 'string' ? (REMOTE_TYPES.get(type) ?? type) : undefined;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

/** Takes an entry out of a file that this product writes. Rejects with `read-only` for one that it only reads. */
export async function planRemove(ports: Ports, one: EntryPlace): Promise<PlannedFile> {
  const found = await findEntry(ports, one);
  if (found === undefined) throw onlyRead(serversFile(one.scope, { folder: one.folder, productHome: ports.home }).path, one.server);
  const { path, keys, before } = found;
  return describeChange(ports, { path, keys, scope: one.scope }, before, await removeJson(before, [...keys, one.server]));
}

/** An entry in the file that is written for its scope; undefined where that has none. */
async function findEntry(ports: Ports, { folder, server, scope }: EntryPlace) {
  const { path, keys } = serversFile(scope, { folder, productHome: ports.home });
  const before = await readServersFile(ports, path);
  const found = before === undefined ? undefined : valueAt(await requireObject(before, path), keys);
  if (before === undefined || !isRecord(found) || !Object.hasOwn(found, server)) return undefined;
  return { path, keys, before, entry: found[server] };
}

function onlyRead(path: string, server: string): CodedError {
  return new CodedError(
    'read-only',
    `"${server}" is no entry of ${path} that is written here: its file is only read, such as ~/.claude.json`,
  );
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
