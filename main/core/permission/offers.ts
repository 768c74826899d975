import { dirname } from 'node:path/posix';
import type { Action, Capability, Decision, RuleOffer } from '../../../shared/model/permission';
import { classify } from './classify';
import { escapeCommand } from './command-pattern';
import { isCriticalRemoval } from './critical-removal';
import { decide } from './decide';
import { NEEDS_PERSON } from './decide-by-mode';
import { hostOf } from './domain-pattern';
import { NO_TARGETS } from './find-reach';
import { parseRule } from './parse-rule';
import { createPathMatcher } from './path-matcher';
import { isInside, pathBelow, resolveArgument, toRulePath } from './path-text';
import { findMove } from './place-set';
import { foldersOf } from './shell-files';
import type { RuleSet } from './rule-set';
import { needsExactRule } from './allow-part';
import type { ShellPart } from './parsed-command';
import { unwrapForAllow } from './shell-wrappers';
import { withAllowRules } from './with-allow-rules';
import { INTERPRETERS } from './interpreters';

export interface OfferOptions {
  rules: RuleSet;
  /** File for rules that last; undefined where one there would not be in force. */
  localFile: string | undefined;
}

const MAX_RULE_CHARS = 2_000;
/** Of a command with more open parts only the whole text is offered. */
const MOST_PARTS = 5;
/** Programs that run anything they are given: a rule for all their arguments would be a rule for everything. */
const NEVER_WIDENED = new Set([
  ...INTERPRETERS,
  'pipx',
  'env',
  'sudo',
  'doas',
  'su',
  'ssh',
  'docker',
  'podman',
  'kubectl',
  'xargs',
  'find',
  'rm',
  'rmdir',
  'mv',
  'cp',
  'dd',
  'chmod',
  'chown',
  'curl',
  'wget',
  'eval',
  'exec',
  'timeout',
  'nohup',
  'nice',
  'time',
  'command',
  'awk',
  'sed',
  'tee',
  'kill',
  'pkill',
  'osascript',
  'powershell',
  'pwsh',
  'cmd',
  'watch',
  'make',
  'git',
]);
/** What leaves the machine for good is approved each time; only a rule that a person writes lets it pass. */
const ALWAYS_ANEW: ReadonlySet<Capability> = new Set(['git-publish', 'deploy']);
const UNLIFTED: ReadonlySet<string | undefined> = new Set(['protected-path', NEEDS_PERSON]);
const RUN_SUBCOMMANDS = new Set(['run', 'run-script', 'exec', 'x', 'dlx']);

/** What "allow always" offers: the narrowest rule first, then the next wider; empty where a rule could not help or may not be saved. */
export function offerRules(action: Action, { rules, localFile }: OfferOptions): RuleOffer[] {
  const decision = decide({ action, mode: 'default', agent: '' }, rules);
  // No allow rule lifts a deny, an ask, a protected path, what wants a person each time, or a critical removal.
  if (decision.decision !== 'ask' || decision.rule !== undefined || UNLIFTED.has(decision.builtin)) return [];
  if (classify(action, rules).uses.some(({ capability }) => ALWAYS_ANEW.has(capability))) return [];
  const lasting = (rule: string): RuleOffer =>
    localFile === undefined ? { rule, scope: 'session' } : { rule, scope: 'local', file: localFile };
  if (action.command !== undefined)
    return commandRules(action, action.command, decision, rules).flatMap(([rule, ...also]) =>
      rule === undefined ? [] : [{ ...lasting(rule), ...(also.length === 0 ? {} : { also }) }],
    );
  switch (action.capability) {
    case 'read':
    case 'search':
      return pathRules('Read', action, rules);
    case 'write':
      return pathRules('Edit', action, rules);
    case 'network': {
      const host = action.url === undefined ? undefined : hostOf(action.url);
      return host === undefined ? [] : [lasting(`${action.tool}(domain:${host})`)];
    }
    case 'mcp': {
      const server = /^(mcp__(?:(?!__).)+)__/s.exec(action.tool)?.[1];
      return [action.tool, ...(server === undefined ? [] : [server])].map(lasting);
    }
    case 'skill': {
      const skill = action.params['skill'];
      if (typeof skill !== 'string') return [];
      const withArgs = action.params['args'] !== undefined && action.params['args'] !== '';
      return [...(withArgs ? [] : [lasting(`Skill(${skill})`)]), lasting(`Skill(${skill} *)`)];
    }
    default:
      return [lasting(action.tool)];
  }
}

/** Sets of rules, each of which allows the command: one rule for each part that is open, the narrowest set first. */
function commandRules(action: Action, command: string, decision: Decision, rules: RuleSet): string[][] {
  const { tool, paths } = action;
  const parsed = rules.parse(command);
  const cwd = toRulePath(paths[0] ?? rules.folder);
  if (parsed.parts.some((part) => isCriticalRemoval(part, { ...rules, cwd, targets: NO_TARGETS }))) return [];
  const whole = isWritable(parsed.command) ? [[`${tool}(${escapeCommand(parsed.command)})`]] : [];
  const helpful = (sets: string[][]) => sets.filter((set) => helps(set, action, rules));
  if (parsed.unknown !== undefined) return helpful(whole);
  const open = parsed.parts.filter((_part, index) => (decision.parts?.[index]?.decision ?? 'ask') === 'ask');
  if (open.length === 0 || open.length > MOST_PARTS) return helpful(whole);
  const choices = open.map((part) => partRules(tool, part, cwd, rules));
  const narrow = choices.flatMap(([first]) => (first === undefined ? [] : [first]));
  const wide = choices.flatMap((choice) => choice.slice(-1));
  const sets = choices.some((choice) => choice.length === 0) ? [] : [[...new Set(narrow)], [...new Set(wide)]];
  const offered = helpful(narrow.join('\n') === wide.join('\n') ? sets.slice(0, 1) : sets);
  return offered.length === 0 ? helpful(whole) : offered;
}

/** The narrowest rule for one part, then the next wider; for a `cd` the rule to read where it goes. */
function partRules(tool: string, part: ShellPart, cwd: string, rules: RuleSet): string[] {
  const move = findMove(part.words);
  if (move !== 'no move') {
    const folders = new Set(
      foldersOf(part.places, cwd, rules.home).map((from) =>
        from === undefined || move.step === undefined ? undefined : resolveArgument(move.step, from, rules.home),
      ),
    );
    const [folder] = folders;
    return folders.size !== 1 || folder === undefined || folder === '/' ? [] : [`Read(${anchored(folder, rules)}/**)`];
  }
  const wider = widerCommand(part);
  return [
    ...(isWritable(part.text) ? [`${tool}(${escapeCommand(part.text)})`] : []),
    ...(wider === undefined ? [] : [`${tool}(${wider} *)`]),
  ];
}

/** Whether rules, once saved, allow the very action: what would not is never offered. */
function helps(texts: readonly string[], action: Action, rules: RuleSet): boolean {
  const widened = withAllowRules(rules, texts);
  return widened !== undefined && decide({ action, mode: 'default', agent: '' }, widened).decision === 'allow';
}

/** What a rule shows nothing of: control characters but the tab, marks of direction, halves of a character. */
const UNSEEN = /(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** A settings file holds it on one line, and a person can read all of it. */
function isWritable(text: string): boolean {
  return text.trim() !== '' && !UNSEEN.test(text) && text.length <= MAX_RULE_CHARS;
}

/** `git commit`, `npm run build`, `cargo test`: the program with its subcommand, where there is one. */
function widerCommand(part: ShellPart): string | undefined {
  const forms = unwrapForAllow(part.words);
  if (forms.some(needsExactRule) || part.writes.length > 0) return undefined;
  const words = forms[forms.length - 1]?.map((word) => word.raw) ?? [];
  const [program = '', first = '', second = ''] = words;
  if (!/^[\w.+-]+$/.test(program)) return undefined;
  const isSubcommand = (word: string) => /^[a-z][\w:-]*$/.test(word);
  if (isSubcommand(first) && RUN_SUBCOMMANDS.has(first))
    return isSubcommand(second) && first.startsWith('run') ? `${program} ${first} ${second}` : undefined;
  if (program === 'git' || program === 'make') return isSubcommand(first) ? `${program} ${first}` : undefined;
  if (NEVER_WIDENED.has(program)) return undefined;
  return isSubcommand(first) ? `${program} ${first}` : program;
}

function pathRules(tool: 'Read' | 'Edit', action: Action, rules: RuleSet): RuleOffer[] {
  const [path, ...others] = [...new Set([...action.paths, ...(action.asked ?? [])].map(toRulePath))];
  if (path === undefined || others.length > 0) return [];
  const folder = dirname(path);
  const wider = folder === '/' || isInside(folder, rules.home, rules) ? undefined : `${tool}(${anchored(folder, rules)}/**)`;
  const narrow = action.capability === 'search' ? `${tool}(${anchored(path, rules)}/**)` : `${tool}(${anchored(path, rules)})`;
  const texts = [narrow, ...(wider === undefined || wider === narrow ? [] : [wider])];
  return texts.filter((rule) => isWritable(rule) && covers(rule, path, rules)).map((rule) => ({ rule, scope: 'session' }));
}

/** A name that the rule language cannot say (control characters, blanks at its end) gets no offer that would not help. */
function covers(text: string, path: string, rules: RuleSet): boolean {
  const { rule } = parseRule(text, 'allow');
  if (rule?.matcher.kind !== 'path') return false;
  return createPathMatcher(
    { ...rule, ref: { text, verdict: 'allow', scope: 'session' }, sourceBase: rules.folder },
    rule.matcher.pattern,
    rules,
  ).test(path);
}

function anchored(path: string, rules: RuleSet): string {
  if (path === rules.folder) return '';
  const below = pathBelow(rules.folder, path, rules);
  return below === undefined ? `/${escapePath(path)}` : `/${escapePath(below)}`;
}

function escapePath(path: string): string {
  return path.replace(/[\\*?[\]!# ]/g, '\\$&');
}
