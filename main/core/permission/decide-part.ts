import type { PartDecision, RuleRef } from '../../../shared/model/permission';
import { findAllowance, isPlainAssignment, needsExactRule } from './allow-part';
import { START, type ShellPart, type ShellWord } from './parsed-command';
import { decideWrites } from './decide-writes';
import { touchedThroughLinks } from './found-reach';
import { readGitCall } from './git-call';
import { showsUnnamedContent } from './git-objects';
import { withLoopValues } from './loop-values';
import { effectsByName, type NamedEffect, namesEffects, unnamedWords } from './named-effects';
import { isInside, resolveArgument } from './path-text';
import { findMove } from './place-set';
import type { PartContext } from './part-context';
import { mayBeProtected } from './protected-paths';
import { isFileEdit, isReadOnlyPart } from './read-only-commands';
import type { Rule } from './rule';
import type { RuleIndex } from './rule-index';
import { isAllowedInside } from './sandbox-allowance';
import { findTouchedFiles, foldersOf, type ShellTouch } from './shell-files';
import { findSecretInPart, findWalked, SECRET_PATH, secretWords } from './secret-access';
import { commandName, unwrapForAllow } from './shell-wrappers';
import { findUnclearTarget } from './unclear-target';
import { couldName, isOpen, unknownReads } from './unknown-reads';
import { namingForms } from './verb-forms';

/** The built-in that allows what only reads. */
export const READ_ONLY = 'read-only-command';

/** The decision on one part, with what a rule for the whole tool does not lift. */
export interface PartOutcome {
  decision: PartDecision;
  firm?: 'protected-path' | 'opaque-arguments' | 'unclear-target';
  words?: string;
  /** The guarded file that decided. */
  guarded?: string;
}

/** Decides one part by itself: deny and ask rules, what its program does, where its redirects write. */
export function decidePart(part: ShellPart, context: PartContext): PartOutcome {
  const { rules, action } = context;
  const { text } = part;
  const forms = namingForms(part);
  const told = toldPart(part);
  const touched = touchedThroughLinks(told, context);
  const denied = findRestriction(action.tool, { text, forms }, touched, rules.deny) ?? findWalkedRule(told, context, rules.deny);
  if (denied !== undefined) return { decision: { text, decision: 'deny', rule: denied.ref } };
  const secret = findSecretInPart(told, touched, { ...context, secrets: rules.secrets, present: rules.presentSecrets });
  if (secret !== undefined)
    return {
      decision: { text, decision: 'deny', builtin: SECRET_PATH },
      words: secretWords(secret, context.folder),
      guarded: secret.path,
    };
  const asked = findRestriction(action.tool, { text, forms }, touched, rules.ask) ?? findWalkedRule(told, context, rules.ask);
  if (asked !== undefined) return { decision: { text, decision: 'ask', rule: asked.ref } };
  const guarded = touched.settings[0] ?? touched.writes.find((path) => mayBeProtected(path, rules));
  if (guarded !== undefined)
    return { ...ask(text, 'protected-path', `The command writes ${guarded}, which is protected.`), firm: 'protected-path' };
  if (!context.hidden && (readsSomewhere(told, context) || readsUnknown(told, context)))
    return { ...ask(text, 'opaque-command', 'What it reads could be what a rule restricts.'), firm: 'opaque-arguments' };
  if (forms.some((form) => rules.deny.couldMatch(action.tool, form) || rules.ask.couldMatch(action.tool, form)))
    return { ...ask(text, 'opaque-command', 'Its words are not known before it runs.'), firm: 'opaque-arguments' };
  const unclear = context.inside === 'plain' ? undefined : findUnclearTarget(told);
  if (unclear !== undefined && rules.allow.findForCommand(action.tool, text, true) === undefined) {
    const words = `Which file "${text}" writes is not known before it runs: ${unclear.raw}.`;
    const restricted = rules.deny.hasPaths('Edit') || rules.ask.hasPaths('Edit');
    return { ...ask(text, 'unclear-redirect', words), firm: restricted ? 'opaque-arguments' : 'unclear-target' };
  }
  if (leadsGitElsewhere(part, context))
    return ask(text, 'cd-then-git', 'git runs in another folder, whose own settings can make it run programs.');
  const allowed = findReason(part, context);
  if (allowed === undefined) {
    const unnamed = askByName(part, context);
    if (unnamed !== undefined) return unnamed;
    return ask(text, isPlainAssignment(part) === false ? 'assignment' : 'command', refusalWords(part, context));
  }
  const writing = decideWrites(told, context);
  if (writing?.open !== undefined) return ask(text, writing.open.builtin, writing.open.words);
  const reads = 'builtin' in allowed && allowed.builtin === READ_ONLY;
  return { decision: { text, decision: 'allow', ...((reads ? writing?.allowed : undefined) ?? allowed) } };
}

/** A part with all that its loops put in place of their variables, where files are concerned. */
function toldPart(part: ShellPart): ShellPart {
  if (![...part.words, ...part.reads, ...part.writes].some(({ values }) => values !== undefined)) return part;
  return { ...part, forms: part.forms.map(withLoopValues), reads: withLoopValues(part.reads), writes: withLoopValues(part.writes) };
}

function ask(text: string, builtin: string, words: string): PartOutcome {
  return { decision: { text, decision: 'ask', builtin }, words };
}

/** What allows a part, its redirects apart. */
function findReason(part: ShellPart, context: PartContext): { rule: RuleRef } | { builtin: string } | undefined {
  const { mode } = context;
  if (isReadOnlyPart(part, context)) return { builtin: READ_ONLY };
  if (isPlainAssignment(part) === true) return { builtin: 'assignment' };
  const readable = findReadableFolder(part, context);
  if (readable !== undefined) return { rule: readable.ref };
  const rule = findGranting(part, context);
  if (rule !== undefined) return { rule: rule.ref };
  if (mode === 'acceptEdits' && isFileEdit(part, context)) return { builtin: 'accept-edits' };
  return isAllowedInside(part, context) ? { builtin: 'sandboxed' } : undefined;
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
  if (part.forms.some(([program, ...args]) => commandName(program) === 'git' && showsUnnamedContent(args, context.commits)))
    return `No rule allows ${which}: it may show a file without its name, which could be a guarded one. A commit is told by \`NUMBER^{commit}\`, a file by \`COMMIT:PATH\`.`;
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

/** The rule for a file that a part does not name, and comes upon by a pattern or on its way through folders. */
function findWalkedRule(part: ShellPart, context: PartContext, index: RuleIndex): Rule | undefined {
  if (!index.hasPaths('Read')) return undefined;
  return findWalked(part, part.forms, { ...context, present: context.restricted }, (path) => index.findForPath('Read', path));
}

/** Whether a part reads, in a folder that is not known, what is called like a file that a rule restricts. */
function readsSomewhere(part: ShellPart, { cwd, home, restricted }: PartContext): boolean {
  if (restricted.length === 0 || !part.places.includes(undefined)) return false;
  const { reads } = findTouchedFiles({ ...part, places: START }, cwd, home);
  return reads.some(
    (path) => isInside(cwd, path, { ignoreCase: false }) && restricted.some((file) => file.endsWith(path.slice(cwd.length))),
  );
}

/** Whether a part reads a file that is not known, and that could be one which is not to be read. */
function readsUnknown(part: ShellPart, { guardedReads, restricted, rules }: PartContext): boolean {
  return unknownReads(part).some((word) => {
    if (guardedReads && isOpen(word)) return true;
    return [...restricted, ...rules.presentSecrets].some(couldName(word));
  });
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
