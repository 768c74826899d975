import type { Action, Mode, PartDecision } from '../../../shared/model/permission';
import { findCriticalRemoval } from './critical-removal';
import type { Outcome } from './decide-by-mode';
import { isProtectedPath } from './protected-paths';
import { toRulePath } from './path-text';
import { type CommandContext, findEditTargets, isReadOnlyCommand } from './read-only-commands';
import type { Rule } from './rule';
import type { RuleIndex } from './rule-index';
import type { RuleSet } from './rule-set';
import { findTouchedFiles } from './shell-files';
import { type CommandPart, readShell, type ShellReading } from './shell-reading';
import { commandName } from './shell-wrappers';

/** Programs that hide what they run or when: a prefix or wildcard rule never allows them. */
const EXACT_ONLY = new Set(['watch', 'setsid', 'ionice', 'flock', 'eval', 'source', '.', 'trap', 'exec']);
const FIND_EFFECTS = /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/;

export function decideCommand(action: Action, command: string, mode: Mode, rules: RuleSet): Outcome {
  const reading = readShell(command);
  const cwd = toRulePath(action.paths[0] ?? rules.folder);
  const context: CommandContext = {
    folder: rules.folder,
    cwd,
    home: rules.home,
    directories: rules.directories,
    ignoreCase: rules.ignoreCase,
    guardedReads: rules.deny.hasPaths('Read') || rules.ask.hasPaths('Read'),
  };
  const allowed = findAllow(action, reading, rules.allow);
  const parts = reading.parts.map((part) => decidePart(action, part, reading, rules, context));
  const shown = reading.plain && parts.length === 1 ? {} : { parts: parts.map(({ decision }) => decision) };
  for (const verdict of ['deny', 'ask'] as const) {
    const whole = rules[verdict].findForTool(action.tool, action) ?? rules[verdict].findForCommand(action.tool, reading.command, false);
    const at = parts.findIndex(({ decision }) => decision.decision === verdict && decision.rule !== undefined);
    const rule = whole?.ref ?? parts[at]?.decision.rule;
    if (rule !== undefined) {
      const text = whole === undefined && shown.parts !== undefined ? parts[at]?.decision.text : undefined;
      return { verdict, rule, ...shown, ...(text === undefined ? {} : { part: { number: at + 1, text } }) };
    }
  }
  return { ...decideUnruled(reading, mode, rules, context, allowed), ...shown };
}

function decideUnruled(reading: ShellReading, mode: Mode, rules: RuleSet, context: CommandContext, allowed: Rule | undefined): Outcome {
  const removal = findCriticalRemoval(reading, context);
  if (removal !== undefined)
    return {
      verdict: 'ask',
      builtin: 'critical-removal',
      words: `"${removal}" could remove more than the project: no mode and no rule approves it.`,
    };
  const saidExactly = allowed?.matcher.kind === 'command' && allowed.matcher.pattern.kind === 'exact';
  if (reading.opaque && rules.deny.hasCommands && !saidExactly) {
    return {
      verdict: 'ask',
      builtin: 'opaque-command',
      words: 'What the command runs cannot be read from its text, and there are commands that are denied.',
    };
  }
  if (mode === 'bypassPermissions')
    return { verdict: 'allow', builtin: 'bypass-permissions', words: 'The mode bypassPermissions asks for nothing else.' };
  if (isReadOnlyCommand(reading, context))
    return { verdict: 'allow', builtin: 'read-only-command', words: 'The command only reads, inside the working directories.' };
  if (mode === 'plan')
    return { verdict: 'ask', builtin: 'plan-mode', words: 'In plan mode every command outside the read-only set is asked for.' };
  const guarded = reading.parts
    .flatMap((part) => findTouchedFiles(part, context.cwd, rules.home).writes)
    .find((path) => isProtectedPath(path, rules));
  if (guarded !== undefined)
    return { verdict: 'ask', builtin: 'protected-path', words: `The command writes ${guarded}, which is protected.` };
  if (allowed !== undefined) return { verdict: 'allow', rule: allowed.ref };
  if (mode === 'acceptEdits' && findEditTargets(reading, context) !== undefined) {
    return {
      verdict: 'allow',
      builtin: 'accept-edits',
      words: 'The mode acceptEdits approves file commands inside the working directories.',
    };
  }
  return { verdict: 'ask', builtin: 'command', words: notAllowedWords(reading) };
}

function notAllowedWords(reading: ShellReading): string {
  if (reading.plain) return 'No rule allows this command.';
  const why = reading.reasons.length === 0 ? 'it runs a text as a command' : `it holds ${reading.reasons.join(', ')}`;
  return `Only an exact rule can allow this command, because ${why}.`;
}

function findAllow(action: Action, reading: ShellReading, index: RuleIndex): Rule | undefined {
  const whole = index.findForCommand(action.tool, reading.command, true) ?? index.findForTool(action.tool, action);
  if (whole !== undefined || !reading.plain) return whole;
  for (const form of reading.allowForms) {
    const [program, ...args] = form;
    const name = commandName(program);
    if (EXACT_ONLY.has(name) || (name === 'find' && args.some((word) => FIND_EFFECTS.test(word.text)))) return undefined;
  }
  for (const form of reading.allowForms) {
    const found = index.findForCommand(action.tool, form.map((word) => word.raw).join(' '), false);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A part by itself: how deny, ask and allow rules see it. */
function decidePart(
  action: Action,
  part: CommandPart,
  reading: ShellReading,
  rules: RuleSet,
  context: CommandContext,
): { decision: PartDecision } {
  for (const verdict of ['deny', 'ask'] as const) {
    const rule = findRestriction(action.tool, part, rules[verdict], context);
    if (rule !== undefined) return { decision: { text: part.text, decision: verdict, rule: rule.ref } };
  }
  const alone = readShell(part.text);
  const allowed = alone.plain ? findAllow(action, alone, rules.allow) : undefined;
  if (allowed !== undefined) return { decision: { text: part.text, decision: 'allow', rule: allowed.ref } };
  if (isReadOnlyCommand(alone, context)) return { decision: { text: part.text, decision: 'allow', builtin: 'read-only-command' } };
  return { decision: { text: part.text, decision: 'ask', builtin: reading.plain ? 'command' : 'compound-command' } };
}

function findRestriction(tool: string, part: CommandPart, index: RuleIndex, context: CommandContext): Rule | undefined {
  for (const form of part.forms) {
    const found = index.findForForm(tool, form, part.text);
    if (found !== undefined) return found;
  }
  if (!index.hasPaths('Read') && !index.hasPaths('Edit')) return undefined;
  const touched = findTouchedFiles(part, context.cwd, context.home);
  const denied = touched.reads.map((path) => index.findForPath('Read', path)).find((rule) => rule !== undefined);
  return denied ?? touched.writes.map((path) => index.findForPath('Edit', path)).find((rule) => rule !== undefined);
}
