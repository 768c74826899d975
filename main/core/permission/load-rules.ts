import { isAbsolute, join } from 'node:path/posix';
import { type Mode, modeSchema } from '../../../shared/model/mode';
import type { Diagnostic, RuleRef, RuleScope } from '../../../shared/model/permission';
import { readSandboxSettings, type SandboxSettings } from '../shell/sandbox-settings';
import { findShadowed } from './find-shadowed';
import { findUnreadFiles } from './find-unread-files';
import { listSettings, type SettingsPlace } from './list-settings';
import { parseRule } from './parse-rule';
import type { Rule } from './rule';
import { readSettingsFile, type SettingsFile, VERDICTS } from './settings-file';
import type { SaidByKey } from '../kernel/say-words';
import { sayRule } from './rule-words';

export interface LoadRulesOptions extends SettingsPlace {
  /** Rules of `--allow`, `--ask` and `--deny`. */
  cli: { allow: readonly string[]; ask: readonly string[]; deny: readonly string[] };
  /** Allow rules that were granted for the session. */
  session: readonly string[];
  trusted: boolean;
}

export interface LoadedRules {
  /** In the order in which they are listed; ones that are off say why. */
  rules: Rule[];
  /** Mode to start in, where a settings file may and does say. */
  defaultMode: Mode | undefined;
  additionalDirectories: string[];
  files: Array<{ path: string; scope: RuleScope; exists: boolean }>;
  /** Where saved approvals go. */
  localFile: string;
  sandbox: SandboxSettings;
  diagnostics: Diagnostic[];
  trusted: boolean;
}

/** Modes of the ecosystem that this host does not have. */
const FOREIGN_MODES = new Set(['auto']);

/**
 * Reads every settings file of a folder and merges them. In an untrusted folder, allow rules and additional directories of its
 * own files are off, deny and ask rules hold. Never rejects: problems are diagnostics with file and line.
 */
export async function loadRules(options: LoadRulesOptions): Promise<LoadedRules> {
  const { sources, localFile, root } = await listSettings(options);
  const [read, unread] = await Promise.all([
    Promise.all(sources.map(({ path, scope }) => readSettingsFile(options.files, path, scope))),
    findUnreadFiles(options.files, options.folder, root),
  ]);
  const sandbox = readSandboxSettings(
    read.flatMap(({ sandbox: part, path, scope }) => (part === undefined ? [] : [{ ...part, file: path, scope }])),
    options,
  );
  const loaded: LoadedRules = {
    rules: [],
    defaultMode: undefined,
    additionalDirectories: [],
    localFile,
    sandbox: sandbox.settings,
    diagnostics: [...sandbox.diagnostics],
    trusted: options.trusted,
    files: read.map(({ path, scope, exists }) => ({ path, scope, exists })),
  };
  for (const verdict of VERDICTS) for (const text of options.cli[verdict]) addRule(loaded, { text, verdict, scope: 'cli' }, options);
  for (const text of options.session) addRule(loaded, { text, verdict: 'allow', scope: 'session' }, options);
  for (const file of read) addFile(loaded, file, options);
  loaded.diagnostics.push(...findShadowed(loaded.rules), ...unread);
  return loaded;
}

function addFile(loaded: LoadedRules, file: SettingsFile, options: LoadRulesOptions): void {
  loaded.diagnostics.push(...file.diagnostics);
  for (const { text, verdict, line } of file.rules) addRule(loaded, { text, verdict, scope: file.scope, file: file.path, line }, options);
  addDefaultMode(loaded, file);
  for (const { path, line } of file.additionalDirectories) {
    if (isFromProject(file.scope) && !options.trusted) {
      loaded.diagnostics.push({
        code: 'untrusted-folder',
        severity: 'warning',
        ...sayRule('untrusted-folder', { path }),
        file: file.path,
        line,
      });
    } else {
      loaded.additionalDirectories.push(resolveDirectory(path, options));
    }
  }
}

function addRule(loaded: LoadedRules, ref: RuleRef, options: LoadRulesOptions): void {
  const { rule, problems } = parseRule(ref.text, ref.verdict);
  const place = { ...(ref.file === undefined ? {} : { file: ref.file }), ...(ref.line === undefined ? {} : { line: ref.line }) };
  loaded.diagnostics.push(...problems.map((problem) => ({ ...problem, ...place })));
  if (rule === undefined) return;
  const sourceBase = ref.scope === 'user' || ref.scope === 'managed' ? join(options.home, '.claude') : options.folder;
  if (ref.verdict === 'allow' && isFromProject(ref.scope) && !options.trusted) {
    loaded.rules.push({ ...rule, ref, sourceBase, off: 'untrusted' });
    loaded.diagnostics.push({
      code: 'untrusted-folder',
      severity: 'warning',
      ...sayRule('untrusted', { rule: ref.text }),
      ...place,
    });
  } else {
    loaded.rules.push({ ...rule, ref, sourceBase });
  }
}

/** The first file in order of rank wins; a project may not loosen the mode beyond what a person would click through. */
function addDefaultMode(loaded: LoadedRules, { defaultMode, scope, path }: SettingsFile): void {
  if (defaultMode === undefined) return;
  const { value, line } = defaultMode;
  const report = (code: string, said: SaidByKey) => loaded.diagnostics.push({ code, severity: 'warning', ...said, file: path, line });
  const known = modeSchema.safeParse(value === 'manual' ? 'default' : value);
  if (isFromProject(scope) && (value === 'auto' || value === 'bypassPermissions')) {
    report('mode-not-from-project', sayRule('mode-from-project', { mode: value }));
  } else if (!known.success) {
    report(
      'unknown-mode',
      FOREIGN_MODES.has(value)
        ? sayRule('foreign-mode', { mode: value })
        : sayRule('no-mode', { mode: value, modes: modeSchema.options.join(', ') }),
    );
  } else if (isFromProject(scope) && !loaded.trusted && known.data === 'acceptEdits') {
    report('untrusted-folder', sayRule('untrusted-mode', { mode: value }));
  } else {
    loaded.defaultMode ??= known.data;
  }
}

function isFromProject(scope: RuleScope): boolean {
  return scope === 'project' || scope === 'local';
}

function resolveDirectory(path: string, { folder, home }: LoadRulesOptions): string {
  if (path === '~' || path.startsWith('~/')) return join(home, path.slice(1));
  return isAbsolute(path) ? path : join(folder, path);
}
