import type { Action, Mode, PartDecision, RuleRef } from '../../../shared/model/permission';
import { findAllowance, isPlainAssignment, needsExactRule } from './allow-part';
import type { ShellPart, ShellWord } from './parsed-command';
import { readGitCall } from './git-call';
import { withLoopValues } from './loop-values';
import { effectsByName, type NamedEffect, namesEffects, unnamedWords } from './named-effects';
import { isInside, resolveArgument, showPath } from './path-text';
import { findMove } from './place-set';
import { mayBeProtected } from './protected-paths';
import { type CommandContext, isFileEdit, isReadOnlyPart } from './read-only-commands';
import type { Rule } from './rule';
import type { RuleIndex } from './rule-index';
import type { RuleSet } from './rule-set';
import { isAllowedInside, type SandboxAllowance } from './sandbox-allowance';
import { findTouchedFiles, foldersOf, isHarmlessTarget, type ShellTouch } from './shell-files';
import { findSecretInPart, SECRET_PATH, secretWords } from './secret-access';
import { commandName, unwrapForAllow } from './shell-wrappers';
import { namingForms } from './verb-forms';

export interface PartContext extends CommandContext {
  action: Action;
  mode: Mode;
  rules: RuleSet;
  /** A `cd` is among the parts of the command. */
  moves: boolean;
  /** What the isolation of the command stands for. */
  inside: SandboxAllowance;
}

/** The decision on one part, with what a rule for the whole tool does not lift. */
export interface PartOutcome {
  decision: PartDecision;
  firm?: 'protected-path' | 'opaque-arguments';
  words?: string;
  /** The guarded file that decided. */
  guarded?: string;
}

/** Decides one part by itself: deny and ask rules, what its program does, where its redirects write. */
export function decidePart(part: ShellPart, context: PartContext): PartOutcome {
  const { rules, action } = context;
  const { text } = part;
  const forms = namingForms(part);
  const told = part.words.some(({ values }) => values !== undefined) ? { ...part, forms: part.forms.map(withLoopValues) } : part;
  const touched = findTouchedFiles(told, context.cwd, context.home);
  const denied = findRestriction(action.tool, { text, forms }, touched, rules.deny);
  if (denied !== undefined) return { decision: { text, decision: 'deny', rule: denied.ref } };
  const secret = findSecretInPart(told, touched, { ...context, secrets: rules.secrets, present: rules.presentSecrets });
  if (secret !== undefined)
    return {
      decision: { text, decision: 'deny', builtin: SECRET_PATH },
      words: secretWords(secret, context.folder),
      guarded: secret.path,
    };
  const asked = findRestriction(action.tool, { text, forms }, touched, rules.ask);
  if (asked !== undefined) return { decision: { text, decision: 'ask', rule: asked.ref } };
  const guarded = touched.settings[0] ?? touched.writes.find((path) => mayBeProtected(path, rules));
  if (guarded !== undefined)
    return { ...ask(text, 'protected-path', `The command writes ${guarded}, which is protected.`), firm: 'protected-path' };
  if (forms.some((form) => rules.deny.couldMatch(action.tool, form) || rules.ask.couldMatch(action.tool, form)))
    return { ...ask(text, 'opaque-command', 'Its words are not known before it runs.'), firm: 'opaque-arguments' };
  if (leadsGitElsewhere(part, context))
    return ask(text, 'cd-then-git', 'git runs in another folder, whose own settings can make it run programs.');
  const allowed = findReason(part, context);
  if (allowed === undefined) {
    const unnamed = askByName(part, context);
    if (unnamed !== undefined) return unnamed;
    return ask(text, isPlainAssignment(part) === false ? 'assignment' : 'command', refusalWords(part, context));
  }
  return findOpenRedirect(part, context) ?? { decision: { text, decision: 'allow', ...allowed } };
}

function ask(text: string, builtin: string, words: string): PartOutcome {
  return { decision: { text, decision: 'ask', builtin }, words };
}

/** What allows a part, its redirects apart. */
function findReason(part: ShellPart, context: PartContext): { rule: RuleRef } | { builtin: string } | undefined {
  const { mode } = context;
  if (part.words.length === 0) return { builtin: 'read-only-command' };
  if (isReadOnlyPart(part, context)) return { builtin: 'read-only-command' };
  if (isPlainAssignment(part) === true) return { builtin: 'assignment' };
  const readable = findReadableFolder(part, context);
  if (readable !== undefined) return { rule: readable.ref };
  const rule = findGranting(part, context);
  if (rule !== undefined) return { rule: rule.ref };
  if (mode === 'acceptEdits' && isFileEdit(part, context)) return { builtin: 'accept-edits' };
  return isAllowedInside(part, context.inside, context.rules.checkScripts) ? { builtin: 'sandboxed' } : undefined;
}

/** The rule that allows a part and names what it does that nobody takes back. */
function findGranting(part: ShellPart, { action, rules }: PartContext): Rule | undefined {
  let effects: NamedEffect[] | undefined;
  const names = (rule: Rule) => {
    effects ??= effectsByName(part);
    return namesEffects(rule, effects);
  };
  const found = findAllowance(action.tool, part, rules.allow, names) ?? rules.allow.findForTool(action.tool, action);
  return found === undefined || names(found) ? found : undefined;
}

/** What is asked because a rule covers it without naming it. */
function askByName(part: ShellPart, { action, rules }: PartContext): PartOutcome | undefined {
  const rule = findAllowance(action.tool, part, rules.allow) ?? rules.allow.findForTool(action.tool, action);
  return rule === undefined ? undefined : ask(part.text, 'separate-approval', unnamedWords(part.text, effectsByName(part), rule));
}

/** The rule that lets read where a `cd` goes. */
function findReadableFolder(part: ShellPart, context: PartContext): Rule | undefined {
  const move = findMove(part.words);
  if (move === 'no move' || move.step === undefined || part.words[0]?.raw !== 'cd') return undefined;
  const { step } = move;
  const found = foldersOf(part.places, context.cwd, context.home).map((from) =>
    from === undefined ? undefined : context.rules.allow.findForPath('Read', `${resolveArgument(step, from, context.home)}/x`),
  );
  return found.every((rule) => rule !== undefined) ? found[0] : undefined;
}

function refusalWords(part: ShellPart, context: PartContext): string {
  if (isPlainAssignment(part) === false) return `"${part.text}" sets a variable that other programs may look at, and no rule allows it.`;
  const exactOnly = unwrapForAllow(part.words).some(needsExactRule);
  const which = context.action.command?.trim() === part.text ? 'this command' : `"${part.text}"`;
  return exactOnly ? `No exact rule allows ${which}, and what it runs is not in sight of a wider one.` : `No rule allows ${which}.`;
}

type Named = Pick<ShellPart, 'text'> & { forms: readonly ShellWord[][] };

function findRestriction(tool: string, part: Named, touched: ShellTouch, index: RuleIndex): Rule | undefined {
  for (const form of part.forms) {
    const found = index.findForForm(tool, form, part.text);
    if (found !== undefined) return found;
  }
  if (!index.hasPaths('Read') && !index.hasPaths('Edit')) return undefined;
  const denied = touched.reads.map((path) => index.findForPath('Read', path)).find((rule) => rule !== undefined);
  return denied ?? touched.writes.map((path) => index.findForPath('Edit', path)).find((rule) => rule !== undefined);
}

/** git reads settings of the folder it runs in or is sent to, and they can name programs: elsewhere is not where the person looked. */
function leadsGitElsewhere(part: ShellPart, context: PartContext): boolean {
  const calls = part.forms.flatMap(([program, ...args]) => (commandName(program) === 'git' ? [readGitCall(args)] : []));
  const sent = calls.flatMap(({ elsewhere }) => elsewhere);
  if (calls.length === 0 || (!context.moves && sent.length === 0)) return false;
  const isKnown = (path: string) => [context.cwd, ...context.directories].some((folder) => path === folder || path === `${folder}/.git`);
  return foldersOf(part.places, context.cwd, context.home).some((folder) => {
    if (context.moves && (folder === undefined || !isKnown(folder))) return true;
    return sent.some((word) => word.opaque || !isKnown(resolveArgument(word.text, folder ?? context.cwd, context.home)));
  });
}

/** The first output redirect that neither a rule nor the mode approves: each is an edit of its target. */
function findOpenRedirect(part: ShellPart, context: PartContext): PartOutcome | undefined {
  for (const target of part.writes) {
    if (isHarmlessTarget(target.text)) continue;
    if (target.opaque || target.glob || /^~/.test(target.raw) || /[{}]/.test(target.raw))
      return ask(part.text, 'unclear-redirect', `Where "${part.text}" writes is not known before it runs.`);
    for (const folder of foldersOf(part.places, context.cwd, context.home)) {
      if (folder === undefined && !target.text.startsWith('/'))
        return ask(part.text, 'unclear-redirect', `Where "${part.text}" writes is not known before it runs.`);
      const open = findOpenWrite(part, target, folder ?? context.cwd, context);
      if (open !== undefined) return open;
    }
  }
  return undefined;
}

function findOpenWrite(part: ShellPart, target: ShellWord, folder: string, context: PartContext): PartOutcome | undefined {
  const { rules, action, mode } = context;
  const path = resolveArgument(target.text, folder, context.home);
  const allowed = rules.allow.findForTool(action.tool, action) ?? rules.allow.findForPath('Edit', path) ?? wholeEdit(rules, action);
  if (allowed !== undefined) return undefined;
  if (!context.directories.some((directory) => isInside(directory, path, context)))
    return ask(part.text, 'outside-working-directories', `${path} is outside the working directories.`);
  if (mode === 'acceptEdits' || context.inside === 'plain') return undefined;
  return ask(part.text, 'edit', `"${part.text}" writes ${showPath(path, context.folder)}, and no rule allows editing it.`);
}

function wholeEdit(rules: RuleSet, action: Action): Rule | undefined {
  const found = rules.allow.findForTool('Edit', action);
  return found?.matcher.kind === 'bare' ? found : undefined;
}
