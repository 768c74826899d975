import type { Reach } from './find-reach';
import { createRuleIndex, type RuleIndex } from './rule-index';
import type { ParsedCommand } from './parsed-command';
import { type PathRules, toRulePath } from './path-text';
import { guessCommand } from './read-command';
import { createSecretPaths, type SecretPaths } from '../secrets/secret-paths';
import type { SandboxPolicy } from '../shell/sandbox-policy';
import type { Rule } from './rule';

/** Everything that `decide` looks at, indexed. Build a new one when a rule changes. */
export interface RuleSet extends PathRules {
  deny: RuleIndex;
  ask: RuleIndex;
  allow: RuleIndex;
  /** Allow rules that are off because the folder is not trusted: only for saying so. */
  ignoredAllow: RuleIndex | undefined;
  folder: string;
  home: string;
  /** Working directories: the folder first, then additional ones. */
  directories: string[];
  /** Folders that may be read without asking, such as the session's own saved outputs. */
  readable: string[];
  trusted: boolean;
  /** Folders that count as protected beside the built-in list. */
  protect: string[];
  /** Where agents keep notes for later sessions: written like files of the project, though it lies in the product's home. */
  notes: string[];
  secrets: SecretPaths;
  /** Guarded files that are known to lie in the working directories; looked for before a command that walks through folders. */
  presentSecrets: readonly string[];
  /** Shell scripts that count as checks: they exist, and the project's build files name them. Relative to the folder. */
  checkScripts: ReadonlySet<string>;
  /** What was found on the disk for commands, the last one first; absent where commands are decided by their words alone. */
  reaches?: readonly Reach[];
  parse(command: string): ParsedCommand;
  /** Absent where commands are only decided, and none runs. */
  sandbox?: SandboxPolicy;
}

export interface RuleSetOptions {
  /** Absolute and resolved. */
  folder: string;
  home: string;
  directories: readonly string[];
  readable?: readonly string[];
  protect?: readonly string[];
  notes?: readonly string[];
  ignoreCase: boolean;
  /** Defaults to the built-in table alone. */
  secrets?: SecretPaths;
  presentSecrets?: readonly string[];
  reaches?: readonly Reach[];
  checkScripts?: ReadonlySet<string>;
  /** Reads shell commands; without it every command is unknown. */
  parse?(command: string): ParsedCommand;
  /** False: the folder's own git settings may name programs that git would start. */
  trusted?: boolean;
  sandbox?: SandboxPolicy;
}

export function createRuleSet(rules: readonly Rule[], options: RuleSetOptions): RuleSet {
  const context = { folder: toRulePath(options.folder), home: toRulePath(options.home), ignoreCase: options.ignoreCase };
  const off = rules.filter((rule) => rule.off !== undefined).map(({ off: _off, ...rule }) => rule);
  return {
    ...context,
    deny: createRuleIndex(rules, 'deny', context),
    ask: createRuleIndex(rules, 'ask', context),
    allow: createRuleIndex(rules, 'allow', context),
    ignoredAllow: off.length === 0 ? undefined : createRuleIndex(off, 'allow', context),
    directories: [context.folder, ...options.directories.map(toRulePath)],
    readable: (options.readable ?? []).map(toRulePath),
    protect: (options.protect ?? []).map(toRulePath),
    notes: (options.notes ?? []).map(toRulePath),
    secrets: options.secrets ?? createSecretPaths(options.home),
    presentSecrets: options.presentSecrets ?? [],
    checkScripts: options.checkScripts ?? new Set(),
    trusted: options.trusted ?? true,
    parse: options.parse ?? ((command) => guessCommand(command, 'no shell parser is there')),
    ...(options.reaches === undefined ? {} : { reaches: options.reaches }),
    ...(options.sandbox === undefined ? {} : { sandbox: options.sandbox }),
  };
}
