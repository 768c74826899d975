import { z } from 'zod';
import type { Diagnostic } from '../../../shared/model/permission';
import { isRecord } from '../kernel/is-record';
import { listSettings, type SettingsPlace, type SettingsScope } from '../permission/list-settings';
import { parseSettings, readSettingsText, type SettingsText } from '../permission/parse-settings';
import type { EntryLaunch } from './configured-server';
import { matchesAddress, touchesAddress } from './server-address';
import { sayServer } from './server-words';

const matcherSchema = z.union([
  z.looseObject({ serverName: z.string() }),
  z.looseObject({ serverCommand: z.array(z.string()) }),
  z.looseObject({ serverUrl: z.string() }),
]);
type Matcher = z.infer<typeof matcherSchema>;
type ListWord = 'matcher' | 'matcher-url' | 'names' | 'project-approves' | 'local-approves';

const names = z.array(z.string()).optional().catch(undefined);
/** What keeps off counts as far as it can be understood: a list of one is often written without its brackets. */
const denials = z
  .unknown()
  .optional()
  .transform((value): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]));
const settingsSchema = z.looseObject({
  enableAllProjectMcpServers: z.boolean().optional().catch(undefined),
  enabledMcpjsonServers: names,
  disabledMcpjsonServers: denials,
  allowedMcpServers: z.array(z.unknown()).optional().catch([]),
  deniedMcpServers: denials,
});

/** What the settings files say of servers. */
export interface ServerLists {
  /** Project servers that a file of the person, of this machine or of its administrator enables by name; `all`: every one. */
  enabled: ReadonlySet<string>;
  all: boolean;
  disabled: ReadonlySet<string>;
  /** Undefined: no list, everything is allowed. */
  allowed: readonly Matcher[] | undefined;
  denied: readonly Matcher[];
  files: Array<{ path: string; scope: SettingsScope; exists: boolean }>;
  diagnostics: Diagnostic[];
}

export interface ListsPlace extends SettingsPlace {
  /** Whether a file is one person's own: in a repository that does not track it. Never rejects. */
  isUntracked(path: string): Promise<boolean>;
}

/**
 * Reads the lists of servers of every settings file. Only files that are not the project's own enable anything, and local ones only
 * where they did not come with the repository: it cannot approve itself. Disabling and denying counts from everywhere; an allow list counts from the managed file. Never rejects.
 */
export async function readServerLists(place: ListsPlace): Promise<ServerLists> {
  const { sources } = await listSettings(place);
  const diagnostics: Diagnostic[] = [];
  const read = await Promise.all(sources.map(async (source) => ({ ...source, text: await readOne(place, source.path, diagnostics) })));
  const enabled = new Set<string>();
  const disabled = new Set<string>();
  const denied: Matcher[] = [];
  let all = false;
  let allowed: Matcher[] | undefined;
  for (const { path, scope, text } of read) {
    const report = (code: string, key: string, word: ListWord, more: { url?: string } = {}) =>
      void diagnostics.push({
        code,
        severity: 'warning',
        ...sayServer(word, { key, ...more }),
        file: path,
        line: text?.lineOf([key]) ?? 1,
      });
    const read = (key: 'allowedMcpServers' | 'deniedMcpServers', values: readonly unknown[] = []): Matcher[] =>
      values.flatMap((value) => {
        const matcher = matcherSchema.safeParse(value);
        if (!matcher.success) report('bad-server-matcher', key, 'matcher');
        else if ('serverUrl' in matcher.data && !canMatch(matcher.data.serverUrl))
          report('bad-server-matcher', key, 'matcher-url', { url: String(matcher.data.serverUrl) });
        return matcher.success ? [matcher.data] : [];
      });
    const settings = settingsSchema.parse(isRecord(text?.value) ? text.value : {});
    const { enabledMcpjsonServers = [], disabledMcpjsonServers, enableAllProjectMcpServers } = settings;
    for (const name of disabledMcpjsonServers)
      if (typeof name === 'string') disabled.add(name);
      else report('bad-server-matcher', 'disabledMcpjsonServers', 'names');
    const asName = (value: unknown) => (typeof value === 'string' ? { serverName: value } : value);
    denied.push(...read('deniedMcpServers', settings.deniedMcpServers.map(asName)));
    if (scope === 'managed' && settings.allowedMcpServers !== undefined) allowed = read('allowedMcpServers', settings.allowedMcpServers);
    if (enabledMcpjsonServers.length === 0 && enableAllProjectMcpServers !== true) continue;
    if (scope === 'user' || scope === 'managed' || (scope === 'local' && (await place.isUntracked(path)))) {
      for (const name of enabledMcpjsonServers) enabled.add(name);
      all ||= enableAllProjectMcpServers === true;
    } else {
      const key = enableAllProjectMcpServers === true ? 'enableAllProjectMcpServers' : 'enabledMcpjsonServers';
      report('self-approval', key, scope === 'local' ? 'local-approves' : 'project-approves');
    }
  }
  const files = read.map(({ path, scope, text }) => ({ path, scope, exists: text !== undefined }));
  return { enabled, all, disabled, allowed, denied, files, diagnostics };
}

/** Where there is no star, an address without its scheme is none. */
function canMatch(pattern: unknown): boolean {
  return typeof pattern !== 'string' || pattern.includes('*') || URL.canParse(pattern);
}

async function readOne({ files }: SettingsPlace, path: string, diagnostics: Diagnostic[]): Promise<SettingsText | undefined> {
  const text = await readSettingsText(files, path);
  if (text === undefined) return undefined;
  const parsed = typeof text === 'string' ? await parseSettings(text, path) : text;
  if ('lineOf' in parsed) return parsed;
  diagnostics.push(parsed);
  return undefined;
}

/** Why an administrator's lists, or a list of anybody's that denies, keep a server off. `launch` has its variables put in. */
export function policyOf(
  name: string,
  launch: EntryLaunch,
  { allowed, denied }: Pick<ServerLists, 'allowed' | 'denied'>,
): 'denied-by-policy' | 'not-allowed-by-policy' | undefined {
  if (denied.some((matcher) => matches(matcher, name, launch, true))) return 'denied-by-policy';
  if (allowed === undefined) return undefined;
  // A list with an entry of the server's own kind wants that kind matched: a name alone no longer counts.
  const strict = allowed.some((matcher) => (launch.type === 'stdio' ? 'serverCommand' in matcher : 'serverUrl' in matcher));
  const counting = strict ? allowed.filter((matcher) => !('serverName' in matcher)) : allowed;
  return counting.some((matcher) => matches(matcher, name, launch, false)) ? undefined : 'not-allowed-by-policy';
}

function matches(matcher: Matcher, name: string, launch: EntryLaunch, denies: boolean): boolean {
  if ('serverName' in matcher) return matcher.serverName === name;
  if ('serverCommand' in matcher)
    return launch.type === 'stdio' && JSON.stringify(matcher.serverCommand) === JSON.stringify([launch.command, ...launch.args]);
  return (
    launch.type !== 'stdio' &&
    'serverUrl' in matcher &&
    typeof matcher.serverUrl === 'string' &&
    (denies ? touchesAddress : matchesAddress)(matcher.serverUrl, launch.url)
  );
}
