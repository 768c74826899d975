import { mapLimited } from '../kernel/map-limited';
import type { RequestedCall } from './call-model';
import { refuseCall } from './finish-call';
import { AFTER_FAULT_WORDS, AFTER_HOOK_WORDS, AFTER_REJECTION_WORDS } from './refusal-words';
import { type CallStop, runCall } from './run-call';
import { batchWithHooks } from './turn-hooks';
import type { CallScope, TurnScope } from './turn-scope';

/** Reads that run side by side; more only wait for the same disk. */
const SIDE_BY_SIDE = 16;

const AFTER_WORDS: Readonly<Record<CallStop['why'], string>> = {
  rejected: AFTER_REJECTION_WORDS,
  fault: AFTER_FAULT_WORDS,
  hook: AFTER_HOOK_WORDS,
};

/**
 * Runs the calls of one answer: neighbours that only read side by side, everything else alone and in order. Every call has a
 * result afterwards, also when the turn is stopped meanwhile (invariants 3 and 6). Gives the reason why the turn must stop, if
 * there is one.
 */
export async function runTools(scope: TurnScope, calls: readonly RequestedCall[]): Promise<CallStop | undefined> {
  let stop: CallStop | undefined;
  const run = async (scope: CallScope, call: RequestedCall): Promise<void> => {
    if (stop === undefined) {
      const own = await runCall(scope, call);
      stop ??= own;
      return;
    }
    refuseCall(scope, call.item, { kind: 'cancelled', words: AFTER_WORDS[stop.why] });
  };
  for (const group of groupCalls(scope, calls)) {
    const beside = { ...scope, foreign: scope.deps.context.foreignSources(scope.options.turn) };
    await mapLimited(group, SIDE_BY_SIDE, (call) => run(beside, call));
  }
  if (stop === undefined && !scope.signal.aborted) {
    const message = await batchWithHooks(
      scope,
      calls.map(({ block }) => block),
    );
    if (message !== undefined) stop = { why: 'hook', message };
  }
  return stop;
}

function groupCalls(scope: TurnScope, calls: readonly RequestedCall[]): RequestedCall[][] {
  const groups: Array<{ reads: boolean; calls: RequestedCall[] }> = [];
  for (const call of calls) {
    const reads = onlyReads(scope, call);
    const last = groups.at(-1);
    if (reads && last?.reads === true) last.calls.push(call);
    else groups.push({ reads, calls: [call] });
  }
  return groups.map((group) => group.calls);
}

function onlyReads(scope: TurnScope, call: RequestedCall): boolean {
  const effect = scope.deps.tools.get(call.block.name)?.sideEffect;
  return effect === 'none' || effect === 'read';
}
