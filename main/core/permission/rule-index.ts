import type { Action, Verdict } from '../../../shared/model/permission';
import { matchesStars } from './command-pattern';
import { matchesDomain } from './domain-pattern';
import { createPathMatcher, type PathContext, type PathMatcher, segmentKey } from './path-matcher';
import { canonicalToolName } from './known-tools';
import type { Rule } from './rule';
import { couldMatchName } from './name-pattern';
import type { ShellWord } from './parsed-command';
import { namesOfAction } from './server-names';
import { commandName } from './shell-wrappers';

/** The rules of one verdict, made so that a thousand of them cost little more than those that could match. */
export interface RuleIndex {
  /** A rule for the whole tool, or for one of its parameters, its skill, its sub-agent. */
  findForTool(tool: string, action: Action): Rule | undefined;
  findForPath(tool: 'Read' | 'Edit', path: string): Rule | undefined;
  /** For deny and ask: any form of a command. */
  findForForm(tool: string, form: readonly ShellWord[], text: string): Rule | undefined;
  /** Whether a rule could match a form once its words are known that are not known now. */
  couldMatch(tool: string, form: readonly ShellWord[]): boolean;
  /** For allow: `text` is one command without operators; `exactOnly` leaves prefix and wildcard rules out, `admits` any others. */
  findForCommand(tool: string, text: string, exactOnly: boolean, admits?: (rule: Rule) => boolean): Rule | undefined;
  findForHost(tool: string, host: string): Rule | undefined;
  readonly hasPaths: (tool: 'Read' | 'Edit') => boolean;
}

interface ToolRules {
  whole: Rule[];
  paths: PathIndex;
  commands: Map<string, Rule[]>;
  commandsAnywhere: Rule[];
  domains: Rule[];
}

interface PathIndex {
  byKey: Map<string, PathMatcher[]>;
  anywhere: PathMatcher[];
  negations: PathMatcher[];
  count: number;
}

export function createRuleIndex(rules: readonly Rule[], verdict: Verdict, context: PathContext): RuleIndex {
  const byTool = new Map<string, ToolRules>();
  const toolPatterns: Rule[] = [];
  for (const rule of rules) {
    if (rule.off !== undefined || rule.ref.verdict !== verdict) continue;
    if (rule.toolPattern) toolPatterns.push(rule);
    else addRule(toolRules(byTool, rule.tool), rule, context);
  }

  /** The first rule for commands that begin with the word, or for any, that passes. */
  function findCommandRule(tool: string, word: string, passes: (rule: Rule) => boolean): Rule | undefined {
    const entry = byTool.get(tool);
    return entry?.commands.get(word)?.find(passes) ?? entry?.commandsAnywhere.find(passes);
  }

  return {
    findForTool(tool, action) {
      const whole = byTool.get(tool)?.whole.find((rule) => matchesWhole(rule, action));
      if (whole !== undefined) return whole;
      // A governing tool has no other name.
      const isOwn = tool === canonicalToolName(action.tool);
      const { tools, servers } = isOwn ? namesOfAction(action, verdict) : { tools: [tool], servers: [] };
      for (const name of [...tools, ...servers]) {
        const found = byTool.get(name)?.whole.find((rule) => matchesWhole(rule, action));
        if (found !== undefined) return found;
      }
      const texts = [...tools, ...servers.map((server) => `${server}__`)];
      return toolPatterns.find((rule) => texts.some((text) => matchesStars(rule.tool, text)));
    },
    findForPath(tool, path) {
      const index = byTool.get(tool)?.paths;
      if (index === undefined || index.count === 0) return undefined;
      const isHit = (matcher: PathMatcher) => matcher.test(path) && !index.negations.some((other) => isTakenBack(matcher, other, path));
      for (const segment of path.split('/')) {
        const hit = index.byKey.get(segmentKey(segment, context))?.find(isHit);
        if (hit !== undefined) return hit.rule;
      }
      return index.anywhere.find(isHit)?.rule;
    },
    findForForm(tool, form, text) {
      const entry = byTool.get(tool);
      const name = commandName(form[0]);
      const folded = context.ignoreCase ? name.toLowerCase() : name;
      const words = new Set([name, folded, form[0]?.text ?? name, /^\S*/.exec(text)?.[0] ?? name]);
      // Most forms are no rule's business: their texts are made only for those that could be.
      if (entry === undefined || (entry.commandsAnywhere.length === 0 && ![...words].some((word) => entry.commands.has(word))))
        return undefined;
      const texts = formTexts(form, name, text);
      // A file system that ignores letter case also runs GIT as git.
      if (folded !== name) texts.push(...formTexts(form, folded, text).slice(2));
      const passes = (rule: Rule) => matchesAnyText(rule, texts, folded);
      for (const word of words) {
        const found = entry.commands.get(word)?.find(passes);
        if (found !== undefined) return found;
      }
      return entry.commandsAnywhere.find(passes);
    },
    couldMatch(tool, form) {
      const at = form.findIndex((word) => word.opaque || word.glob);
      const open = form[at];
      if (at < 1 || open === undefined) return false;
      const name = commandName(form[0]);
      const known = `${[name, ...form.slice(1, at).map((word) => word.text)].join(' ')} `;
      return (byTool.get(tool)?.commands.get(name) ?? []).some(
        ({ matcher }) =>
          matcher.kind === 'command' &&
          `${matcher.pattern.literal} `.startsWith(known) &&
          couldBecome(open, matcher.pattern.literal.slice(known.length)),
      );
    },
    findForCommand(tool, text, exactOnly, admits) {
      const word = /^\S*/.exec(text)?.[0] ?? '';
      return findCommandRule(tool, word, (rule) => {
        const { matcher } = rule;
        if (matcher.kind !== 'command' || (exactOnly && matcher.pattern.kind !== 'exact') || !matcher.pattern.test(text)) return false;
        return admits === undefined || admits(rule);
      });
    },
    findForHost: (tool, host) =>
      byTool.get(tool)?.domains.find(({ matcher }) => matcher.kind === 'domain' && matchesDomain(matcher.domain, host)),
    hasPaths: (tool) => (byTool.get(tool)?.paths.count ?? 0) > 0 || (byTool.get(tool)?.whole.length ?? 0) > 0,
  };
}

/** Looks in the first, then in the second. */
export function joinIndexes(first: RuleIndex, second: RuleIndex): RuleIndex {
  return {
    findForTool: (...args) => first.findForTool(...args) ?? second.findForTool(...args),
    findForPath: (...args) => first.findForPath(...args) ?? second.findForPath(...args),
    findForForm: (...args) => first.findForForm(...args) ?? second.findForForm(...args),
    couldMatch: (...args) => first.couldMatch(...args) || second.couldMatch(...args),
    findForCommand: (...args) => first.findForCommand(...args) ?? second.findForCommand(...args),
    findForHost: (...args) => first.findForHost(...args) ?? second.findForHost(...args),
    hasPaths: (tool) => first.hasPaths(tool) || second.hasPaths(tool),
  };
}

function toolRules(byTool: Map<string, ToolRules>, tool: string): ToolRules {
  const found = byTool.get(tool) ?? {
    whole: [],
    paths: { byKey: new Map(), anywhere: [], negations: [], count: 0 },
    commands: new Map(),
    commandsAnywhere: [],
    domains: [],
  };
  byTool.set(tool, found);
  return found;
}

function addRule(entry: ToolRules, rule: Rule, context: PathContext): void {
  const { matcher } = rule;
  if (matcher.kind === 'path') {
    const made = createPathMatcher(rule, matcher.pattern, context);
    if (made.negated) entry.paths.negations.push(made);
    else if (made.key === undefined) entry.paths.anywhere.push(made);
    else addTo(entry.paths.byKey, segmentKey(made.key, context), made);
    entry.paths.count += 1;
  } else if (matcher.kind === 'command') {
    if (matcher.pattern.firstWord === undefined) entry.commandsAnywhere.push(rule);
    else addTo(entry.commands, matcher.pattern.firstWord, rule);
  } else if (matcher.kind === 'domain') {
    entry.domains.push(rule);
  } else {
    entry.whole.push(rule);
  }
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** A later `!pattern` of the same source takes back what an earlier one of it matched. */
function isTakenBack(matcher: PathMatcher, negation: PathMatcher, path: string): boolean {
  const [ours, theirs] = [matcher.rule.ref, negation.rule.ref];
  return ours.scope === theirs.scope && ours.file === theirs.file && (theirs.line ?? Infinity) >= (ours.line ?? 0) && negation.test(path);
}

function matchesWhole({ matcher }: Rule, action: Action): boolean {
  if (matcher.kind === 'bare') return true;
  if (matcher.kind === 'param') {
    const value = action.params[matcher.name];
    return value !== undefined && matchesStars(matcher.value, String(value));
  }
  if (matcher.kind !== 'name') return false;
  const name = action.params['subagent_type'] ?? action.params['skill'] ?? action.params['name'];
  const args = action.params['args'];
  return name === matcher.name && (matcher.withArgs || args === undefined || args === '' || action.capability === 'agent');
}

/** Whether a word that is not known before it runs could be what a rule's text goes on with: a pattern becomes names that fit it. */
function couldBecome(word: ShellWord, rest: string): boolean {
  const [next = ''] = rest.split(' ');
  return word.opaque || next === '' || couldMatchName(word.text, next);
}

/** The texts by which a form may be named: as written, unquoted, without the program's folder, `rm` flags in one order. */
function formTexts(form: readonly ShellWord[], name: string, text: string): string[] {
  const args = form.slice(1);
  const plain = [name, ...args.map((word) => word.text)].join(' ');
  const texts = [text, form.map((word) => word.raw).join(' '), [name, ...args.map((word) => word.raw)].join(' '), plain];
  if (name === 'rm') texts.push(sortedFlags(plain));
  return texts;
}

function matchesAnyText({ matcher }: Rule, texts: readonly string[], name: string): boolean {
  if (matcher.kind !== 'command') return false;
  const { pattern } = matcher;
  if (texts.some((text) => pattern.test(text))) return true;
  if (name !== 'rm' || pattern.firstWord !== 'rm' || pattern.kind === 'wildcard') return false;
  const wanted = sortedFlags(pattern.literal);
  const given = sortedFlags(texts[texts.length - 1] ?? '');
  return pattern.kind === 'exact' ? given === wanted : given === wanted || given.startsWith(`${wanted} `);
}

/** `rm -r -f x`, `rm -fr x` and `rm --force -R x` all as `rm -fr x`. */
function sortedFlags(text: string): string {
  const [program = '', ...words] = text.split(/\s+/);
  const flags = new Set<string>();
  const rest: string[] = [];
  for (const word of words) {
    if (word === '--recursive') flags.add('r');
    else if (word === '--force') flags.add('f');
    else if (/^-[A-Za-z]+$/.test(word)) for (const flag of word.slice(1)) flags.add(flag === 'R' ? 'r' : flag);
    else if (word !== '--') rest.push(word);
  }
  return [program, ...(flags.size === 0 ? [] : [`-${[...flags].sort().join('')}`]), ...rest].join(' ');
}
