import type { HookDecision, HookVoice } from '../../../shared/model/hook-run';
import type { Decision, PartDecision } from '../../../shared/model/permission';

/** What hooks want of a call. */
export interface HookWish {
  decision?: HookDecision;
  voices: readonly HookVoice[];
  reason?: string;
}

/** What is asked for only because nothing allows it: an allow rule would lift it, and so may a hook. */
const LIFTABLE: ReadonlySet<string> = new Set(['not-allowed', 'command', 'edit', 'network', 'outside-working-directories']);

/**
 * The decision after hooks have spoken. They may deny, and demand a question. Their allow lifts no deny, no ask rule and nothing that no
 * allow rule could lift. Whatever they said is kept with the decision.
 */
export function applyHooks(decision: Decision, { decision: wanted, voices, reason }: HookWish): Decision {
  if (voices.length === 0) return decision;
  const heard: Decision = { ...decision, hooks: [...voices] };
  const { rule: _rule, builtin: _builtin, off: _off, ...rest } = heard;
  const words = `${speakers(wanted, voices)}${reason === undefined ? '' : `: ${reason}`}`;
  if (wanted === 'deny' && decision.decision !== 'deny')
    return { ...rest, decision: 'deny', builtin: 'hook', reason: `Denied by ${words}` };
  if ((wanted === 'ask' || wanted === 'defer') && decision.decision === 'allow') {
    const quiet = decision.mode === 'dontAsk';
    return { ...rest, decision: quiet ? 'deny' : 'ask', builtin: 'hook', reason: `To be asked, by ${words}` };
  }
  if (wanted === 'allow' && isLiftable(decision)) return { ...rest, decision: 'allow', builtin: 'hook', reason: `Allowed by ${words}` };
  return heard;
}

/** Whether an allow rule would be enough: no rule asks, and nothing in it is asked for on grounds of its own. */
export function isLiftable({ decision, rule, builtin, parts = [] }: Decision): boolean {
  return decision === 'ask' && rule === undefined && LIFTABLE.has(builtin ?? '') && parts.every(isLiftablePart);
}

function isLiftablePart({ decision, rule, builtin }: PartDecision): boolean {
  return decision === 'allow' || (decision === 'ask' && rule === undefined && LIFTABLE.has(builtin ?? 'command'));
}

/** "the hook check.sh (.claude/settings.json, line 7)". */
function speakers(wanted: HookDecision | undefined, voices: readonly HookVoice[]): string {
  return voices
    .filter(({ decision }) => decision === wanted)
    .map(({ label, source }) => `the hook ${label} (${source.file}, line ${source.line})`)
    .join(' and ');
}
