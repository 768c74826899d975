import { join } from 'node:path/posix';
import { z } from 'zod';
import type { Diagnostic, RuleScope } from '../../../shared/model/permission';

/** The `sandbox` part of the settings as it is in force. Paths are absolute. */
export interface SandboxSettings {
  enabled: boolean;
  /** True: without a sandbox no command runs at all. */
  failIfUnavailable: boolean;
  /** Undefined: tests, builds and other checks need no approval inside; true: nothing plain does; false: all is as outside. */
  autoAllow: boolean | undefined;
  /** True: where no sandbox holds them, rules and modes let commands run as inside one; only the person says so, never a project. */
  unisolated: boolean;
  /** Patterns as in a Bash rule, of commands that run outside. */
  excludedCommands: string[];
  allowWrite: string[];
  denyWrite: string[];
  allowRead: string[];
  denyRead: string[];
  allowedDomains: string[];
  deniedDomains: string[];
  unixSockets: boolean;
  nestedNamespaces: boolean;
}

export interface SandboxSource {
  value: unknown;
  file: string;
  line: number;
  scope: RuleScope;
}

export interface SandboxContext {
  folder: string;
  home: string;
  trusted: boolean;
}

/** On by default, and more careful than the files of the ecosystem: docs/sandbox.md says why. */
export const DEFAULT_SANDBOX: Readonly<SandboxSettings> = {
  enabled: true,
  failIfUnavailable: false,
  autoAllow: undefined,
  unisolated: false,
  excludedCommands: [],
  allowWrite: [],
  denyWrite: [],
  allowRead: [],
  denyRead: [],
  allowedDomains: [],
  deniedDomains: [],
  unixSockets: false,
  nestedNamespaces: false,
};

type FlagName = 'enabled' | 'failIfUnavailable' | 'autoAllow' | 'unisolated' | 'unixSockets' | 'nestedNamespaces';
type ListName = Exclude<keyof SandboxSettings, FlagName>;

/**
 * Where each stands in a file. `tightens`: the value that a folder which is not trusted may set, too. `personal`: that value alone may
 * come from a project's shared file, and it wins wherever it stands.
 */
const FLAGS: Readonly<Record<string, { name: FlagName; tightens: boolean; personal?: boolean }>> = {
  enabled: { name: 'enabled', tightens: true },
  failIfUnavailable: { name: 'failIfUnavailable', tightens: true },
  autoAllowBashIfSandboxed: { name: 'autoAllow', tightens: false },
  allowUnsandboxedCommands: { name: 'unisolated', tightens: false, personal: true },
  'network.allowAllUnixSockets': { name: 'unixSockets', tightens: false },
  allowNestedUserNamespaces: { name: 'nestedNamespaces', tightens: false },
};
const LISTS: Readonly<Record<string, { name: ListName; paths: boolean; tightens: boolean }>> = {
  excludedCommands: { name: 'excludedCommands', paths: false, tightens: false },
  'filesystem.allowWrite': { name: 'allowWrite', paths: true, tightens: false },
  'filesystem.denyWrite': { name: 'denyWrite', paths: true, tightens: true },
  'filesystem.allowRead': { name: 'allowRead', paths: true, tightens: false },
  'filesystem.denyRead': { name: 'denyRead', paths: true, tightens: true },
  'network.allowedDomains': { name: 'allowedDomains', paths: false, tightens: false },
  'network.deniedDomains': { name: 'deniedDomains', paths: false, tightens: true },
};
/** Known to the ecosystem and without meaning here. */
const WITHOUT_EFFECT = new Set(['ignoreViolations']);
const GROUPS = new Set(['filesystem', 'network', 'credentials', 'ripgrep']);

const recordSchema = z.record(z.string(), z.unknown());

/** Merges the sources, the highest in rank first: the first flag counts, lists add up. Never throws: problems are diagnostics. */
export function readSandboxSettings(
  sources: readonly SandboxSource[],
  context: SandboxContext,
): { settings: SandboxSettings; diagnostics: Diagnostic[] } {
  const settings: SandboxSettings = structuredClone(DEFAULT_SANDBOX);
  const diagnostics: Diagnostic[] = [];
  const decided = new Set<FlagName>();
  for (const source of sources) {
    const report = (code: string, message: string, severity: Diagnostic['severity'] = 'warning') =>
      diagnostics.push({ code, severity, message, file: source.file, line: source.line });
    const parsed = recordSchema.safeParse(source.value);
    if (!parsed.success) {
      report('invalid-settings', '"sandbox" must be an object.', 'error');
      continue;
    }
    const held = !context.trusted && (source.scope === 'project' || source.scope === 'local');
    const off = (key: string) => report('untrusted-folder', `sandbox.${key} is off until the folder is trusted.`);
    for (const [key, value] of flatten(parsed.data)) {
      const flag = FLAGS[key];
      const list = LISTS[key];
      if (flag !== undefined) {
        if (typeof value !== 'boolean') report('invalid-settings', `"sandbox.${key}" must be true or false.`, 'error');
        else if (flag.personal === true && source.scope === 'project' && value !== flag.tightens)
          report('not-from-project', `sandbox.${key} counts in your own settings only (~/.claude/settings.json, settings.local.json).`);
        else if (held && value !== flag.tightens) off(key);
        else if (!decided.has(flag.name) || (flag.personal === true && value === flag.tightens)) {
          decided.add(flag.name);
          settings[flag.name] = value;
        }
      } else if (list !== undefined) {
        const texts = z.array(z.string()).safeParse(value);
        if (!texts.success) report('invalid-settings', `"sandbox.${key}" must be an array of texts.`, 'error');
        else if (held && !list.tightens) off(key);
        else settings[list.name].push(...(list.paths ? resolvePaths(texts.data, source, context, report) : texts.data));
      } else if (!WITHOUT_EFFECT.has(key)) {
        report('unsupported-setting', `sandbox.${key} has no meaning in this host and is ignored.`, 'info');
      }
    }
  }
  return { settings, diagnostics };
}

function flatten(value: Record<string, unknown>): Array<[string, unknown]> {
  return Object.entries(value).flatMap(([key, inner]): Array<[string, unknown]> => {
    const group = GROUPS.has(key) ? recordSchema.safeParse(inner) : undefined;
    return group?.success === true ? Object.entries(group.data).map(([name, one]) => [`${key}.${name}`, one]) : [[key, inner]];
  });
}

/** The grammar of sandbox paths, which is not that of rules: a leading `/` is the root, anything else starts at the folder of the file. */
function resolvePaths(
  texts: readonly string[],
  { scope }: SandboxSource,
  { folder, home }: SandboxContext,
  report: (code: string, message: string) => void,
): string[] {
  const base = scope === 'user' || scope === 'managed' ? join(home, '.claude') : folder;
  return texts.flatMap((written) => {
    const text = written.replace(/\/(?:\*\*)?$/, '');
    if (/[*?[\]]/.test(text)) {
      report('unsupported-setting', `A sandbox path cannot hold a pattern here: ${written} is ignored.`);
      return [];
    }
    if (text === '~' || text.startsWith('~/')) return [join(home, text.slice(1))];
    return [text.startsWith('/') ? join('/', text) : join(base, text)];
  });
}
