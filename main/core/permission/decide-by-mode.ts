import type { Mode } from '../../../shared/model/mode';
import type { Action, PartDecision, RuleRef, Verdict } from '../../../shared/model/permission';
import { isInside, showPath, toRulePath } from './path-text';
import { isProtectedPath } from './protected-paths';
import type { Rule } from './rule';
import type { RuleSet } from './rule-set';

/** Asked for each time, whatever rules and modes allow. */
export const NEEDS_PERSON = 'needs-person';

/** A verdict with what decided it: a rule, or a built-in with its words. */
export interface Outcome {
  verdict: Verdict;
  rule?: RuleRef;
  builtin?: string;
  words?: string;
  /** The guarded file that decided. */
  guarded?: string;
  part?: { number: number; text: string };
  parts?: PartDecision[];
}

/** What decides when no deny and no ask rule does: what no rule can lift (protected paths, what wants a person), bypass, allow rules, then the mode itself. */
export function decideByBuiltin(action: Action, mode: Mode, rules: RuleSet, findAllow: () => Rule | undefined): Outcome {
  const paths = [...action.paths, ...(action.asked ?? [])].map(toRulePath);
  if (action.capability === 'ask-user') {
    return mode === 'dontAsk'
      ? { verdict: 'deny', builtin: 'dont-ask', words: 'The mode dontAsk puts no questions to the person.' }
      : { verdict: 'allow', builtin: 'asks-the-person', words: 'It only puts a question to the person.' };
  }
  if (action.capability === 'plan')
    return { verdict: 'allow', builtin: 'no-side-effect', words: 'It changes nothing outside the session.' };
  if (action.capability === 'write' && mode !== 'bypassPermissions') {
    const guarded = paths.find((path) => isProtectedPath(path, rules));
    if (guarded !== undefined) {
      return {
        verdict: 'ask',
        builtin: 'protected-path',
        words: `${showPath(guarded, rules.folder)} is protected: no rule allows writing it without a person's word.`,
      };
    }
  }
  if (action.needsPerson === true)
    return {
      verdict: 'ask',
      builtin: NEEDS_PERSON,
      words: `${action.tool} wants a person's word for every call: no rule and no mode gives it.`,
    };
  if (mode === 'bypassPermissions')
    return { verdict: 'allow', builtin: 'bypass-permissions', words: 'The mode bypassPermissions asks for nothing else.' };
  const allowed = findAllow();
  if (allowed !== undefined) return { verdict: 'allow', rule: allowed.ref };
  return decideByCapability(action, mode, rules, paths);
}

function decideByCapability(action: Action, mode: Mode, rules: RuleSet, paths: readonly string[]): Outcome {
  const outside = paths.find((path) => ![...rules.directories, ...rules.notes].some((directory) => isInside(directory, path, rules)));
  switch (action.capability) {
    case 'read':
    case 'search': {
      const unreadable = paths.find(
        (path) => ![...rules.directories, ...rules.readable, ...rules.notes].some((directory) => isInside(directory, path, rules)),
      );
      return unreadable === undefined
        ? { verdict: 'allow', builtin: 'working-directory', words: 'Reading inside the working directories needs no approval.' }
        : { verdict: 'ask', builtin: 'outside-working-directories', words: `${unreadable} is outside the working directories.` };
    }
    case 'write':
      if (outside !== undefined)
        return { verdict: 'ask', builtin: 'outside-working-directories', words: `${outside} is outside the working directories.` };
      return mode === 'acceptEdits' && paths.length > 0
        ? { verdict: 'allow', builtin: 'accept-edits', words: 'The mode acceptEdits approves edits inside the working directories.' }
        : { verdict: 'ask', builtin: 'edit', words: 'Edits are asked for in this mode, and no rule allows this one.' };
    case 'agent':
      return { verdict: 'allow', builtin: 'sub-agent', words: "A sub-agent's own actions are decided one by one." };
    case 'network':
      return {
        verdict: 'ask',
        builtin: 'network',
        words: `No rule allows fetching from ${action.url === undefined ? 'the network' : action.url}.`,
      };
    default:
      return { verdict: 'ask', builtin: 'not-allowed', words: `No rule allows ${action.tool}.` };
  }
}
