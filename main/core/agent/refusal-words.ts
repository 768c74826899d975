import type { Decision, RuleRef } from '../../../shared/model/permission';
import { cutStart } from '../../../shared/text/cut-text';

/** Short words for the model on why a call did not run. Plain, and naming the rule with its place. */

function placeOf(rule: RuleRef, folder: string): string {
  if (rule.file === undefined) return rule.scope === 'cli' ? 'from the command line' : `of the ${rule.scope} rules`;
  const file = rule.file.startsWith(`${folder}/`) ? rule.file.slice(folder.length + 1) : rule.file;
  return rule.line === undefined ? `in ${file}` : `in ${file}, line ${rule.line}`;
}

export function deniedWords(decision: Decision, folder: string): string {
  const { rule, builtin } = decision;
  if (builtin === 'hook') return `Not run. ${decision.reason} Do not try to reach the same by another way.`;
  if (rule === undefined) return `Not run: denied. ${decision.reason}`;
  return `Not run: denied by the rule "${rule.text}" ${placeOf(rule, folder)}. Do not try to reach the same by another way.`;
}

export function headlessWords(decision: Decision, folder: string): string {
  const why =
    decision.rule === undefined ? decision.reason : `the rule "${decision.rule.text}" ${placeOf(decision.rule, folder)} asks first`;
  return `Not run: this call needs an approval (${why}), and nobody can give one here. Go on without it, or say what should be allowed.`;
}

export function hookStopWords(reason: string): string {
  return `Not run: a hook of the person stopped the turn here.${reason === '' ? '' : ` ${reason}`}`;
}

export const REJECTED_WORDS = 'Not run: the person rejected this call. Wait for what they say next.';
export const EXPIRED_WORDS = 'Not run: the request for approval ended without an answer.';
export const CANCELLED_WORDS = 'Cancelled: the turn was stopped before this call had finished.';
export const AFTER_REJECTION_WORDS = 'Not run: the person rejected an earlier call of the same answer.';
export const AFTER_HOOK_WORDS = 'Not run: a hook of the person stopped the turn at an earlier call of the same answer.';
export const AFTER_FAULT_WORDS = 'Not run: an earlier call of the same answer failed inside the host.';

export function correctedWords(words: string): string {
  return `Not run: the person did not allow this call and says: ${words}`;
}

export function unknownToolWords(name: string, near: readonly string[]): string {
  const hint = near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
  return `Not run: there is no tool named "${name}".${hint}`;
}

const QUOTED = 2000;

export function unparsableWords(text: string): string {
  const quoted = text.length <= QUOTED ? text : `${cutStart(text, QUOTED)}…`;
  return `Not run: the input is not valid JSON. It was received as:\n${quoted}`;
}

export const TRUNCATED_WORDS =
  'Not run: the answer was cut off at its token limit inside this call. Make the input smaller, or split it over several calls.';

export function notRunWords(stopReason: string): string {
  return `Not run: the answer ended with stop reason "${stopReason}".`;
}

export function repeatWords(count: number): string {
  return `Not run: the very same calls came ${count} times in a row, which is the limit.`;
}
