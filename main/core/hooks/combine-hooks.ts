import { HOOK_DECISIONS } from '../../../shared/model/hook-names';
import type { HookPlace } from '../../../shared/model/hook-run';
import type { HookContext, HookMessage, HookOutcome } from './hook-desk';
import { hookEvent, type HookEventName } from './hook-events';
import type { HookVerdict } from './read-verdict';

/** A handler that has ended. */
export interface EndedHook {
  run: string;
  hook: string;
  label: string;
  place: HookPlace;
  verdict: HookVerdict;
  /** Place among the handlers of the moment by the time at which they ended. */
  ended: number;
}

/** Answers to a server, the strictest first; of equal ones the last to end counts. */
const ANSWERS = ['decline', 'cancel', 'accept'] as const;

/** What handlers want together: the strictest decision, the input of the last to end, every text of all of them. */
export function combineHooks(event: HookEventName, ended: readonly EndedHook[]): HookOutcome {
  const inTime = [...ended].sort((a, b) => a.ended - b.ended);
  const lastOf = <K extends keyof HookVerdict>(key: K): HookVerdict[K] | undefined =>
    inTime.findLast(({ verdict }) => verdict[key] !== undefined)?.verdict[key];
  const decision = HOOK_DECISIONS.find((kind) => ended.some(({ verdict }) => verdict.decision === kind));
  const voices = HOOK_DECISIONS.flatMap((kind) =>
    ended.flatMap(({ run, hook, label, place, verdict: { decision: own, reason } }) =>
      own === kind ? [{ run, hook, label, source: place, decision: kind, ...(reason === undefined ? {} : { reason }) }] : [],
    ),
  );
  const blocker = hookEvent(event).block === 'denies' ? undefined : ended.find(({ verdict }) => verdict.block !== undefined);
  const reasons = voices.filter((voice) => voice.decision === decision).flatMap(({ reason }) => reason ?? []);
  const reason = blocker?.verdict.block ?? (reasons.length === 0 ? undefined : reasons.join('\n'));
  const [updatedInput, updatedOutput, title, worktreePath] = [
    lastOf('updatedInput'),
    lastOf('updatedOutput'),
    lastOf('title'),
    lastOf('worktreePath'),
  ];
  const answer = ANSWERS.flatMap((action) => {
    const last = inTime.findLast(({ verdict }) => verdict.answer?.action === action);
    return last?.verdict.answer === undefined ? [] : [{ label: last.label, given: last.verdict.answer }];
  })[0];
  const opener = inTime.findLast(({ verdict }) => verdict.initialMessage !== undefined);
  const [initialMessage] = opener === undefined ? [] : contextOf(event, opener, opener.verdict.initialMessage);
  const [block] = blocker === undefined ? [] : contextOf(event, blocker, blocker.verdict.block);
  const stop = lastOf('stop');
  return {
    voices,
    contexts: ended.flatMap((hook) => contextOf(event, hook, hook.verdict.context)),
    messages: ended.flatMap((hook) => messagesOf(event, hook)),
    ...(decision === undefined ? {} : { decision }),
    ...(reason === undefined ? {} : { reason }),
    ...(block === undefined ? {} : { block }),
    ...(stop === undefined ? {} : { stop }),
    ...(updatedInput === undefined ? {} : { updatedInput }),
    ...(updatedOutput === undefined ? {} : { updatedOutput }),
    ...(ended.some(({ verdict }) => verdict.interrupt === true) ? { interrupt: true } : {}),
    ...(title === undefined ? {} : { title }),
    ...(initialMessage === undefined ? {} : { initialMessage }),
    ...(worktreePath === undefined ? {} : { worktreePath }),
    ...(answer === undefined ? {} : { answer }),
  };
}

function contextOf(event: HookEventName, { run, label, place }: EndedHook, text: string | undefined): HookContext[] {
  return text === undefined ? [] : [{ run, event, label, place, text }];
}

/** What the person is shown: what a hook says to them, and what went wrong without an effect. */
function messagesOf(event: HookEventName, { label, verdict: { message, problem, detail } }: EndedHook): HookMessage[] {
  return [
    ...(message === undefined ? [] : [{ level: 'info' as const, event, label, text: message }]),
    ...(problem === undefined
      ? []
      : [{ level: 'warning' as const, event, label, text: problem, ...(detail === undefined ? {} : { detail }) }]),
  ];
}
