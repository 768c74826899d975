import type { ServerScope } from '../../../shared/model/mcp';
import { findNameProblem } from '../../../shared/model/server-name';
import type { Diagnostic } from '../../../shared/model/permission';
import { isRecord } from '../kernel/is-record';
import { nearestName } from '../kernel/nearest-name';
import type { SettingsText } from '../permission/parse-settings';
import { canonicalJson } from './canonical-json';
import type { ConfiguredServer } from './configured-server';
import { ENTRY_KEYS, entrySchemas, REMOTE_TYPES } from './entry-schema';

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
  const report: Report = (code, severity, message, inside, suggestion) =>
    void diagnostics.push({
      code,
      severity,
      message,
      file,
      line: text.lineOf([...path, ...inside]),
      ...(typeof inside[0] === 'string' ? { about: inside[0] } : {}),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  const found = path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), text.value);
  if (found === undefined) return { servers: [], diagnostics };
  if (!isRecord(found)) {
    report('invalid-servers', 'error', `"${path.at(-1) ?? ''}" must be an object of servers by their names.`, []);
    return { servers: [], diagnostics };
  }
  const names = Object.keys(found);
  if (names.length > MOST_SERVERS)
    report('too-many-servers', 'error', `Only the first ${MOST_SERVERS} of ${names.length} servers count.`, []);
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

/** Why a server cannot be called that, in words; undefined where it can. */
export function nameProblem(name: string): string | undefined {
  const problem = findNameProblem(name);
  if (problem === undefined) return undefined;
  if (problem === 'reserved') return `The name "${name}" is reserved: call the server otherwise.`;
  return `The name ${JSON.stringify(name)} is not one of a server: use at most 64 letters, digits, _ and -.`;
}

type Report = (
  code: string,
  severity: Diagnostic['severity'],
  message: string,
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
  const fail = (message: string, inside: ReadonlyArray<string | number> = []): ConfiguredServer => {
    report('invalid-server', 'error', `Server "${name}": ${message}`, [name, ...inside]);
    return { ...server, off: { state: 'failed', reason: { code: 'invalid-entry', detail: message } } };
  };
  if (!isRecord(entry)) return fail('an entry is an object with "command", or with "type" and "url".');
  const { type, url, command } = entry;
  if (type === undefined && url !== undefined) return fail('an entry with "url" needs "type": "http" or "sse".', ['url']);
  const remote = typeof type === 'string' && type !== 'stdio';
  if (remote && !REMOTE_TYPES.has(type)) {
    const meant = nearestName(type, ['stdio', ...REMOTE_TYPES.keys()]);
    return fail(`there is no "type": ${JSON.stringify(type)} here${meant === undefined ? '' : `; did you mean "${meant}"?`}`, ['type']);
  }
  if (!remote && command === undefined) return fail('"command" is missing.');
  reportUnknown(entry, remote ? ENTRY_KEYS.remote : ENTRY_KEYS.stdio, name, report);
  const timeoutMs = readTimeout(entry['timeout'], name, report);
  const given = { ...server, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
  if (remote) {
    const parsed = entrySchemas.remote.safeParse(entry);
    if (!parsed.success) return fail(...issueOf(parsed.error));
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
  if (!parsed.success) return fail(...issueOf(parsed.error));
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

function issueOf(error: { issues: ReadonlyArray<{ path: readonly PropertyKey[]; message: string }> }): [string, Array<string | number>] {
  const [issue] = error.issues;
  const path = (issue?.path ?? []).flatMap((step) => (typeof step === 'symbol' ? [] : [step]));
  return [`"${path.join('.')}": ${issue?.message ?? 'is not as it should be'}.`, path];
}

function reportUnknown(entry: Record<string, unknown>, known: readonly string[], name: string, report: Report): void {
  for (const key of Object.keys(entry)) {
    if (known.includes(key)) continue;
    const meant = nearestName(key, known);
    report('unknown-key', 'warning', `Server "${name}": "${key}" means nothing here and is ignored.`, [name, key], meant);
  }
}

function readTimeout(value: unknown, name: string, report: Report): number | undefined {
  if (typeof value !== 'number') return undefined;
  if (value >= LEAST_TIMEOUT_MS) return Math.min(Math.floor(value), MOST_TIMEOUT_MS);
  report('short-timeout', 'warning', `Server "${name}": a timeout below ${LEAST_TIMEOUT_MS} ms is ignored.`, [name, 'timeout']);
  return undefined;
}
