import type { Action, Diagnostic, RuleOffer, RuleRef, ServerIdentity } from '../../../shared/model/permission';
import { CodedError } from '../../../shared/model/failure';
import { decideQuery } from './decide-query';
import type { PermissionPolicy } from './gate';
import type { ReadGuard } from './guard-files';
import { writeAllowRule } from './grant-rule';
import { type LoadedRules, type LoadRulesOptions, loadRules } from './load-rules';
import { stampSettings } from './list-settings';
import { offerRules } from './offers';
import { parseRule } from './parse-rule';
import type { FileSearch, SandboxSupport, ShellParser } from '../ports';
import { findRepository } from '../shell/find-repository';
import { findHindrance, grantSandbox, type SandboxPolicy, withLocked } from '../shell/sandbox-policy';
import { findPresentSecrets } from '../secrets/find-present-secrets';
import { createSecretPaths, type SecretLists, type SecretPaths } from '../secrets/secret-paths';
import { findCheckScripts } from './check-scripts';
import { findReach, NO_COMMITS, type Reach } from './find-reach';
import { findLocked, findRestricted, type Locked, NOTHING_LOCKED } from './find-restricted';
import { findUntoldNumbers } from './git-objects';
import { type ParsedCommand, trimBlanks } from './parsed-command';
import { toRulePath } from './path-text';
import type { Rule } from './rule';
import { createRuleSet, type RuleSet, type RuleSetOptions } from './rule-set';
import { mayWalk, secretWords } from './secret-access';
import { namesServer, namesTool } from './server-names';

export interface PolicyOptions extends Omit<LoadRulesOptions, 'trusted' | 'session' | 'cli' | 'readUserFiles'> {
  cli?: LoadRulesOptions['cli'];
  /** Rules that are granted for the session (`SessionState.rules`); asked anew at every reload. */
  session?(): readonly string[];
  /** Asked anew at every reload. */
  isTrusted(folder: string): Promise<boolean>;
  /** Whether the person's own `~/.claude` is read; asked anew at every reload. */
  readsUserFiles?(): Promise<boolean>;
  /** True where the file system ignores letter case (macOS, Windows). */
  ignoreCase: boolean;
  /** Folders that may be read without asking, such as the session's saved outputs. Absolute, resolved. */
  readable?: readonly string[];
  /** Folders that are never written without a person's word, such as the product's home. Absolute, resolved. */
  protect?: readonly string[];
  /** Where agents keep notes for later sessions. Absolute, resolved. */
  notes?: readonly string[];
  /** The person's own lists of guarded files; asked anew at every reload. */
  secretLists?(): Promise<SecretLists>;
  /** Looks for guarded files before a command that walks through folders; without it such a command is decided by its words. */
  search?: FileSearch;
  /** Which of these names are commits or folders in the repository of a folder; never rejects. Without it none is known to be one. */
  findCommits?(folder: string, names: readonly string[]): Promise<ReadonlySet<string>>;
  /** Reads shell commands; without it every command is unknown, and asked for. */
  shellParser?: ShellParser;
  /** Whether commands can be isolated; without it no isolation is decided about. */
  findSandbox?(): Promise<SandboxSupport>;
  /** Runs a change of a settings file while nobody else changes that file. */
  alone?<T>(path: string, change: () => Promise<T>): Promise<T>;
  /** A rule was granted for the session: the place to append `session/changed`. */
  onSessionGrant?(rule: string): Promise<void>;
}

/** What was looked up on the disk before one command is decided: agents prepare commands beside each other. */
interface Preparation {
  reach: Reach;
  presentSecrets: readonly string[];
  checkScripts: ReadonlySet<string>;
  locked: Locked;
}

const MOST_PREPARED = 20;

export interface SessionPolicy extends PermissionPolicy, ReadGuard {
  /** Every rule with its place; `off` says why one is not in force. */
  rules(): Array<RuleRef & { off?: string }>;
  loaded(): LoadedRules;
  /** The rules in force, or other rules under the same conditions. */
  ruleSet(own?: readonly Rule[]): RuleSet;
  /** How commands are isolated under the rules in force; undefined where no isolation is decided about. */
  isolation(): Promise<SandboxPolicy | undefined>;
  /** Which files are guarded now: the sandbox hides the same ones. */
  secrets(): SecretPaths;
  diagnostics(): Diagnostic[];
  /** Whole tools that a bare deny rule takes out of the model's list. `server`: whose it is, where it is one of a server. */
  isRemoved(tool: string, server?: ServerIdentity): boolean;
  /** Why nothing of a server may be used: the rule that denies all of it. */
  deniesServer(server: ServerIdentity): string | undefined;
  /** Reads the settings files and the folder's trust again. */
  reload(): Promise<void>;
}

/** The policy of one session. Rejects only when the trust of the folder cannot be told. */
export async function createPolicy(options: PolicyOptions): Promise<SessionPolicy> {
  /** Grants of a policy that no session keeps. */
  const granted: string[] = [];
  let loaded: LoadedRules;
  let conditions: RuleSetOptions;
  let rules: RuleSet;
  let prepared: readonly Preparation[] = [];
  let stamp: string;
  let isolation: Promise<SandboxPolicy | undefined> | undefined;
  /** Commands are decided by how they are isolated, whenever the rules are read anew. */
  let isIsolated = false;
  let isGuarded: (path: string) => boolean;

  async function reload(): Promise<void> {
    const trusted = await options.isTrusted(options.folder);
    const readUserFiles = (await options.readsUserFiles?.()) ?? true;
    const session = [...(options.session?.() ?? []), ...granted];
    const found = await loadRules({ ...options, cli: options.cli ?? { allow: [], ask: [], deny: [] }, session, trusted, readUserFiles });
    const parse = options.shellParser?.parse;
    const secrets = createSecretPaths(options.home, await options.secretLists?.());
    const given = { ...options, trusted, secrets, directories: found.additionalDirectories, ...(parse === undefined ? {} : { parse }) };
    const next = createRuleSet(found.rules, given);
    const foundStamp = await stampOf(found);
    const sandbox = isIsolated ? await findIsolation(next, found) : undefined;
    loaded = found;
    conditions = given;
    rules = sandbox === undefined ? next : { ...next, sandbox };
    stamp = foundStamp;
    isolation = undefined;
    const { deny } = rules;
    isGuarded = (path) => secrets.find(path) !== undefined || deny.findForPath('Read', toRulePath(path)) !== undefined;
  }

  /** The way commands are isolated under the rules in force; looked up for the first command after a reload. */
  async function findIsolation(of: RuleSet, { rules: own, sandbox: settings }: LoadedRules): Promise<SandboxPolicy | undefined> {
    const { findSandbox, files, folder } = options;
    if (findSandbox === undefined) return undefined;
    const [support, repository] = await Promise.all([findSandbox(), findRepository(files, folder)]);
    const grant = grantSandbox({ ...of, rules: own, settings, repository });
    const detail = support.available ? findHindrance(grant, of.home) : undefined;
    return { support: detail === undefined ? support : { available: false, network: false, detail }, settings, grant };
  }
  /** Adds to the rules in force how commands are isolated under them. */
  async function isolate(): Promise<void> {
    const of = loaded;
    isolation ??= findIsolation(rules, of);
    const sandbox = await isolation;
    if (of !== loaded) return isolate();
    isIsolated = true;
    if (sandbox !== undefined) rules = { ...rules, sandbox };
    // There may be one by the next command.
    if (sandbox?.support.available === false) isolation = undefined;
  }
  const stampOf = ({ files }: LoadedRules) =>
    stampSettings(
      options.files,
      files.map(({ path }) => path),
    );
  await reload();

  let refreshing: Promise<void> | undefined;
  /** Reads the rules anew where a settings file changed. Calls that come together look once. */
  function refresh(): Promise<void> {
    refreshing ??= stampOf(loaded)
      .then((now) => (now === stamp ? undefined : reload()))
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  }

  /** Guarded files that a command could come upon by a pattern or by walking through folders. */
  async function findPresent(command: ParsedCommand): Promise<readonly string[]> {
    if (options.search === undefined || !mayWalk(command)) return [];
    return findPresentSecrets(options.search, rules.directories, rules.secrets);
  }

  /** What its names, patterns and walks come upon. */
  async function lookAround(parsed: ParsedCommand, cwd: string | undefined, present: readonly string[]): Promise<Reach> {
    const numbers = rules.trusted ? findUntoldNumbers(parsed.parts) : [];
    const commits = numbers.length === 0 ? NO_COMMITS : ((await options.findCommits?.(cwd ?? rules.folder, numbers)) ?? NO_COMMITS);
    const restricted = options.search === undefined || !mayWalk(parsed) ? [] : await findRestricted(options.search, loaded.rules, rules);
    const { files, folder } = options;
    const place = { files, folder, cwd: toRulePath(cwd ?? rules.folder), home: rules.home, present: [...present, ...restricted] };
    return { ...(await findReach(parsed, place)), commits, restricted };
  }

  /** The rules with what was looked up for a command. Where only others were looked at, nothing is known of it. */
  function preparedRules({ command, paths }: Action): RuleSet {
    if (command === undefined || prepared.length === 0) return rules;
    const [text, cwd] = [trimBlanks(command), toRulePath(paths[0] ?? rules.folder)];
    const found = prepared.find(({ reach }) => reach.command === text && reach.cwd === cwd);
    if (found === undefined) return { ...rules, reaches: [] };
    const { reach, locked, ...known } = found;
    const { sandbox } = rules;
    return { ...rules, ...known, reaches: [reach], ...(sandbox === undefined ? {} : { sandbox: withLocked(sandbox, locked) }) };
  }

  /** What is kept from being edited by a pattern; only where it is isolated anything has to keep it. */
  function lookForLocked(): Promise<Locked> | Locked {
    if (options.search === undefined || rules.sandbox?.support.available !== true) return NOTHING_LOCKED;
    return findLocked(options.search, loaded.rules, rules);
  }

  async function grantRule(text: string, { scope, file }: RuleOffer): Promise<void> {
    if (parseRule(text, 'allow').rule === undefined) throw new CodedError('bad-request', `${text} is not a rule that can allow anything.`);
    if (loaded.rules.some((rule) => rule.off === undefined && rule.ref.verdict === 'allow' && rule.ref.text === text)) return;
    if (scope === 'session') {
      if (options.onSessionGrant === undefined) granted.push(text);
      else await options.onSessionGrant(text);
    } else if (scope === 'local' && file === loaded.localFile) {
      const write = () => writeAllowRule(options.files, file, text);
      await (options.alone?.(file, write) ?? write());
    } else {
      throw new CodedError('bad-request', 'Approvals are saved to the session or to the local settings only.');
    }
  }

  /** Of whole tools. */
  function denials(): readonly Rule[] {
    return loaded.rules.filter(({ ref, matcher }) => ref.verdict === 'deny' && matcher.kind === 'bare');
  }

  return {
    async prepare({ command, paths }) {
      await refresh();
      if (command === undefined) return;
      // Where the parser cannot be loaded, every command is unknown: that is asked for, and ends no turn.
      const [checkScripts] = await Promise.all([
        findCheckScripts(options.files, options.folder, command),
        isolate(),
        options.shellParser?.ready().catch(() => undefined),
      ]);
      const parsed = rules.parse(command);
      const [present, locked] = await Promise.all([findPresent(parsed), lookForLocked()]);
      const reach = await lookAround(parsed, paths[0], present);
      prepared = [{ reach, presentSecrets: present, checkScripts, locked }, ...prepared.slice(0, MOST_PREPARED - 1)];
    },
    decide: (query) => decideQuery(query, preparedRules(query.action)),
    get isGuarded() {
      return isGuarded;
    },
    offers: (action) => offerRules(action, { rules: preparedRules(action), localFile: loaded.trusted ? loaded.localFile : undefined }),
    async grant(offer: RuleOffer) {
      for (const rule of [offer.rule, ...(offer.also ?? [])]) await grantRule(rule, offer);
      await reload();
    },
    rules: () => loaded.rules.map(({ ref, off }) => (off === undefined ? ref : { ...ref, off })),
    loaded: () => loaded,
    ruleSet: (own) =>
      own === undefined ? rules : createRuleSet(own, rules.sandbox === undefined ? conditions : { ...conditions, sandbox: rules.sandbox }),
    isolation: () => findIsolation(rules, loaded),
    secrets: () => rules.secrets,
    diagnostics: () => loaded.diagnostics,
    isRemoved: (tool, server) =>
      denials().some((rule) =>
        tool.startsWith('mcp__') ? namesTool(rule.tool, { name: tool, server }) : !rule.toolPattern && rule.tool === tool,
      ),
    deniesServer(server) {
      const rule = denials().find(({ tool }) => namesServer(tool, server));
      return rule === undefined ? undefined : `The rule ${rule.ref.text} denies the server ${server.name}.`;
    },
    deniesRead(path) {
      const denied = rules.deny.findForPath('Read', toRulePath(path));
      if (denied !== undefined) return `The rule ${denied.ref.text} denies reading ${path}.`;
      const guarded = rules.secrets.find(path);
      return guarded === undefined ? undefined : secretWords({ path, guarded }, rules.folder);
    },
    hidesFromSearch: (path) =>
      rules.secrets.find(path) !== undefined ||
      (rules.deny.findForPath('Read', toRulePath(path)) ?? rules.ask.findForPath('Read', toRulePath(path))) !== undefined,
    reload,
  };
}
