import type { ServerTransport } from '../../../shared/model/mcp';
import { isObject, type JsonObject } from '../../ui/json-object';
import { EMPTY_DRAFT, type EntryDraft, type Pair } from './entry-draft';

export type Snippet = { drafts: Array<Omit<EntryDraft, 'scope'>> } | { problem: 'json' | 'none' };

/** Where READMEs put servers. */
const HOLDERS = ['mcpServers', 'servers', 'mcp_servers', 'context_servers'];
const TYPES: Readonly<Record<string, ServerTransport>> = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
};

/** Servers in a piece of JSON as READMEs give it: a whole file, entries by their names, or one bare entry. Commas at ends are forgiven. */
export function readSnippet(text: string): Snippet {
  const value = parseLeniently(text);
  if (value === undefined) return { problem: 'json' };
  const found = findEntries(value).map(([name, entry]) => draftOf(name, entry));
  return found.length === 0 ? { problem: 'none' } : { drafts: found };
}

function parseLeniently(text: string): JsonObject | undefined {
  const trimmed = text.trim().replace(/^```\w*\n|\n?```$/g, '');
  // Entries as they stand within a file, without the braces around them.
  for (const tried of [trimmed, `{${trimmed.replace(/,$/, '')}}`])
    for (const json of [tried, tried.replace(/,(\s*[}\]])/g, '$1')])
      try {
        const value: unknown = JSON.parse(json);
        if (isObject(value)) return value;
      } catch {
        // The next reading of it.
      }
  return undefined;
}

function findEntries(value: JsonObject): Array<[string, JsonObject]> {
  if (isEntry(value)) return [['', value]];
  const holder =
    HOLDERS.map((key) => value[key]).find(isObject) ?? (isObject(value['mcp']) ? (value['mcp']['servers'] ?? value['mcp']) : value);
  if (!isObject(holder)) return [];
  return Object.entries(holder).flatMap(
    ([name, entry]): Array<[string, JsonObject]> => (isObject(entry) && isEntry(entry) ? [[name, entry]] : []),
  );
}

function isEntry(value: JsonObject): boolean {
  return typeof value['command'] === 'string' || addressOf(value) !== undefined;
}

function addressOf(entry: JsonObject): string | undefined {
  const url = entry['url'] ?? entry['serverUrl'] ?? entry['httpUrl'];
  return typeof url === 'string' ? url : undefined;
}

/** What the form holds of an entry. */
export function draftOf(name: string, entry: JsonObject): Omit<EntryDraft, 'scope'> {
  const { command, args, env, headers, type, timeout, alwaysLoad, oauth } = entry;
  const url = addressOf(entry) ?? '';
  const { scope: _scope, ...empty } = EMPTY_DRAFT;
  return {
    ...empty,
    name: name.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 64),
    type: (typeof type === 'string' ? TYPES[type] : undefined) ?? (typeof command === 'string' || url === '' ? 'stdio' : 'http'),
    command: typeof command === 'string' ? command : '',
    args: Array.isArray(args) ? args.map(String) : [],
    env: pairsOf(env),
    url,
    headers: pairsOf(headers),
    rest: {
      ...(typeof timeout === 'number' && timeout >= 1000 ? { timeout: Math.floor(timeout) } : {}),
      ...(alwaysLoad === true ? { alwaysLoad } : {}),
      ...(isObject(oauth) ? { oauth: oauthOf(oauth) } : {}),
    },
  };
}

function oauthOf({
  clientId,
  clientSecret,
  callbackPort,
  authServerMetadataUrl,
  scopes,
}: JsonObject): NonNullable<EntryDraft['rest']['oauth']> {
  const port = Number(callbackPort);
  return {
    ...(typeof clientId === 'string' ? { clientId } : {}),
    ...(typeof clientSecret === 'string' ? { clientSecret } : {}),
    ...(Number.isInteger(port) && port >= 1 && port <= 65_535 ? { callbackPort: port } : {}),
    ...(typeof authServerMetadataUrl === 'string' && URL.canParse(authServerMetadataUrl) ? { authServerMetadataUrl } : {}),
    ...(Array.isArray(scopes) ? { scopes: scopes.map(String) } : {}),
    ...(typeof scopes === 'string' ? { scopes: scopes.split(/\s+/).filter((scope) => scope !== '') } : {}),
  };
}

function pairsOf(value: unknown): Pair[] {
  return isObject(value) ? Object.entries(value).map(([name, text]) => ({ name, value: String(text) })) : [];
}
