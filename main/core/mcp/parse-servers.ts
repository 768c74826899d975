import type { ServerScope } from '../../../shared/model/mcp';
import { findNameProblem } from '../../../shared/model/server-name';
import type { Diagnostic } from '../../../shared/model/permission';
import { isRecord } from '../kernel/is-record';
import { nearestName } from '../kernel/nearest-name';
import type { SettingsText } from '../permission/parse-settings';
import { canonicalJson } from './canonical-json';
import type { ConfiguredServer } from './configured-server';
import { ENTRY_KEYS, entrySchemas, REMOTE_TYPES } from './entry-schema';
import type { SaidByKey } from '../kernel/say-words';
import { sayServer } from './server-words';

const LEAST_TIMEOUT_MS = 1000;
/** What a timer can hold. */
const MOST_TIMEOUT_MS = 2_147_483_647;
/** More entries in one file are nobody's servers. */
const MOST_SERVERS = 200;

export interface ServersSource {
  text: Pick<SettingsText, 'value' | 'lineOf'>;
  /** Keys that lead to the object of servers. */
  path: readonly string[];
  file: string;
  scope: ServerScope;
  /** SHA-256, hex. */
  hash(text: string): string;
}

/** Reads the servers of one place in a file. What is wrong with one is a diagnostic with file and line, and holds nothing else up. */
export function parseServers(source: ServersSource): { servers: ConfiguredServer[]; diagnostics: Diagnostic[] } {
  const { text, path, file } = source;
  const diagnostics: Diagnostic[] = [];
  const report: Report = (code, severity, said, inside, suggestion) =>
    void diagnostics.push({
      code,
      severity,
      ...said,
      file,
      line: text.lineOf([...path, ...inside]),
      ...(typeof inside[0] === 'string' ? { about: inside[0] } : {}),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  const found = path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), text.value);
  if (found === undefined) return { servers: [], diagnostics };
  if (!isRecord(found)) {
    report('invalid-servers', 'error', sayServer('servers', { key: path.at(-1) ?? '' }), []);
    return { servers: [], diagnostics };
  }
  const names = Object.keys(found);
  if (names.length > MOST_SERVERS)
    report('too-many-servers', 'error', sayServer('too-many', { most: String(MOST_SERVERS), count: String(names.length) }), []);
  const servers = names.slice(0, MOST_SERVERS).flatMap((name) => {
    const problem = nameProblem(name);
    if (problem !== undefined) {
      report('bad-server-name', 'error', problem, [name]);
      return [];
    }
    return [parseServer(name, found[name], source, report)];
  });
  return { servers, diagnostics };
}

/** Why a server cannot be called that; undefined where it can. */
export function nameProblem(name: string): SaidByKey | undefined {
  const problem = findNameProblem(name);
  if (problem === undefined) return undefined;
  if (problem === 'reserved') return sayServer('reserved', { name });
  return sayServer('bad-name', { name: JSON.stringify(name) });
}

type Report = (
  code: string,
  severity: Diagnostic['severity'],
  said: SaidByKey,
  inside: ReadonlyArray<string | number>,
  suggestion?: string,
) => void;

function parseServer(name: string, entry: unknown, source: ServersSource, report: Report): ConfiguredServer {
  const { text, path, file, scope } = source;
  const server: ConfiguredServer = {
    name,
    scope,
    file,
    line: text.lineOf([...path, name]),
    alwaysLoad: isRecord(entry) && entry['alwaysLoad'] === true,
    hash: source.hash(canonicalJson(entry)),
    shadows: [],
  };
  const fail = (said: SaidByKey, inside: ReadonlyArray<string | number> = []): ConfiguredServer => {
    report('invalid-server', 'error', said, [name, ...inside]);
    return { ...server, off: { state: 'failed', reason: { code: 'invalid-entry', detail: said.message } } };
  };
  if (!isRecord(entry)) return fail(sayServer('shape', { name }));
  const { type, url, command } = entry;
  if (type === undefined && url !== undefined) return fail(sayServer('needs-type', { name }), ['url']);
  const remote = typeof type === 'string' && type !== 'stdio';
  if (remote && !REMOTE_TYPES.has(type)) {
    const meant = nearestName(type, ['stdio', ...REMOTE_TYPES.keys()]);
    const unknown = { name, type: JSON.stringify(type) };
    return fail(meant === undefined ? sayServer('no-type', unknown) : sayServer('type-meant', { ...unknown, meant }), ['type']);
  }
  if (!remote && command === undefined) return fail(sayServer('no-command', { name }));
  reportUnknown(entry, remote ? ENTRY_KEYS.remote : ENTRY_KEYS.stdio, name, report);
  const timeoutMs = readTimeout(entry['timeout'], name, report);
  const given = { ...server, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  if (remote) {
    const parsed = entrySchemas.remote.safeParse(entry);
    if (!parsed.success) return fail(...issueOf(name, parsed.error));
    const { type: named, url: address, headers, headersHelper, oauth } = parsed.data;
    return {
      ...given,
      launch: {
        type: REMOTE_TYPES.get(named) ?? 'http',
        url: address,
        headers,
        ...(headersHelper === undefined ? {} : { headersHelper }),
        ...(oauth === undefined ? {} : { oauth: pickOAuth(oauth) }),
      },
    };
  }
  const parsed = entrySchemas.stdio.safeParse(entry);
  if (!parsed.success) return fail(...issueOf(name, parsed.error));
  return { ...given, launch: { type: 'stdio', command: parsed.data.command, args: parsed.data.args, env: parsed.data.env } };
}

function pickOAuth({
  clientId,
  clientSecret,
  callbackPort,
  authServerMetadataUrl,
  scopes,
}: NonNullable<ReturnType<typeof entrySchemas.remote.parse>['oauth']>) {
  return { clientId, clientSecret, callbackPort, authServerMetadataUrl, scopes };
}

function issueOf(
  name: string,
  error: { issues: ReadonlyArray<{ path: readonly PropertyKey[]; message: string }> },
): [SaidByKey, Array<string | number>] {
  const [issue] = error.issues;
  const path = (issue?.path ?? []).flatMap((step) => (typeof step === 'symbol' ? [] : [step]));
  return [sayServer('field', { name, field: path.join('.'), said: issue?.message ?? 'is not as it should be' }), path];
}

function reportUnknown(entry: Record<string, unknown>, known: readonly string[], name: string, report: Report): void {
  for (const key of Object.keys(entry)) {
    if (known.includes(key)) continue;
    const meant = nearestName(key, known);
    report('unknown-key', 'warning', sayServer('key', { name, key }), [name, key], meant);
  }
}

function readTimeout(value: unknown, name: string, report: Report): number | undefined {
  if (typeof value !== 'number') return undefined;
  if (value >= LEAST_TIMEOUT_MS) return Math.min(Math.floor(value), MOST_TIMEOUT_MS);
  report('short-timeout', 'warning', sayServer('timeout', { name, least: String(LEAST_TIMEOUT_MS) }), [name, 'timeout']);
  return undefined;
}
