import { subtractUsage } from '../../../shared/model/add-usage';
import type { NewEvent } from '../../../shared/model/event';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import { createAbortFanOut } from '../kernel/abort-fan-out';
import { createEventWriter } from '../kernel/event-writer';
import { judgesOf } from './fire-hooks';
import type { RunTurn, TurnDeps, TurnOptions, TurnOutcome } from './turn';
import { runRounds } from './run-rounds';
import { endOfError, type TurnEnd } from './turn-end';
import type { TurnScope } from './turn-scope';
import { TurnTotals } from './turn-totals';

/** Holds invariant 1: whatever happens in it, the turn ends in the log. */
export const runTurn: RunTurn = async (deps, options, signal) => {
  const from = deps.clock.monotonic();
  const totals = new TurnTotals(options.tree);
  const guard = guardTurn(deps, options, signal);
  const fanOut = createAbortFanOut(guard.signal);
  const scope: TurnScope = { deps, options, writer: createEventWriter(deps.log), totals, signal: guard.signal, onAbort: fanOut.onAbort };
  const { turn, agent, limits } = options;
  scope.writer.write({
    type: 'turn/started',
    turn,
    agent,
    mode: options.mode(),
    model: `${options.model.provider}/${options.model.id}`,
    limits,
  });
  deps.skills?.judgeWith(judgesOf(scope));
  let end = await settle(() => runRounds(scope, totals, from));
  deps.skills?.judgeWith({});
  if (guard.timedOut() && end.reason === 'aborted') {
    scope.writer.write({ type: 'limit/reached', turn, agent, limit: 'time', value: limits.seconds ?? 0 });
    end = { reason: 'limit_time' };
  }
  guard.end();
  fanOut.close();
  scope.writer.write(endedEvent(options, totals, end, deps.clock.monotonic() - from));
  end = await scope.writer.flush().then(() => end, endOfError);
  return outcomeOf(options, totals, end);
};

/** A failing part of the host ends the turn, never the host. */
async function settle(work: () => Promise<TurnEnd>): Promise<TurnEnd> {
  try {
    return await work();
  } catch (error) {
    return endOfError(error);
  }
}

function endedEvent(options: TurnOptions, totals: TurnTotals, end: TurnEnd, durationMs: number): NewEvent {
  const { turn, agent } = options;
  return {
    type: 'turn/ended',
    turn,
    agent,
    reason: end.reason,
    rounds: totals.rounds,
    usage: totals.usage,
    ...(totals.estimated ? { estimated: true } : {}),
    durationMs,
    ...(totals.costUsd === undefined ? {} : { costUsd: totals.costUsd }),
    ...below(options, totals),
    ...(end.error === undefined ? {} : { error: end.error }),
  };
}

function outcomeOf(options: TurnOptions, totals: TurnTotals, end: TurnEnd): TurnOutcome {
  return {
    reason: end.reason,
    rounds: totals.rounds,
    usage: totals.usage,
    ...(totals.estimated ? { estimated: true } : {}),
    ...(totals.costUsd === undefined ? {} : { costUsd: totals.costUsd }),
    ...below(options, totals),
    ...(end.error === undefined ? {} : { error: end.error }),
  };
}

/** What the agents below the main one used; of an agent below it, the main agent's turn has it. */
function below({ agent }: TurnOptions, { tree, usage, costUsd }: TurnTotals): Pick<TurnOutcome, 'below'> {
  if (agent !== MAIN_AGENT || tree.agents === 0) return {};
  const cost = tree.costUsd === undefined || costUsd === undefined ? undefined : tree.costUsd - costUsd;
  return {
    below: { agents: tree.agents, usage: subtractUsage(tree.usage, usage), ...(cost === undefined ? {} : { costUsd: cost }) },
  };
}

/** The turn's own signal: the person's stop, or the wall-time limit. */
function guardTurn(deps: TurnDeps, options: TurnOptions, signal: AbortSignal): { signal: AbortSignal; timedOut(): boolean; end(): void } {
  const controller = new AbortController();
  const ended = new AbortController();
  let timedOut = false;
  const abort = (): void => controller.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const { seconds } = options.limits;
  if (seconds !== undefined) {
    void deps.clock.sleep(seconds * 1000, ended.signal).then(() => {
      if (ended.signal.aborted || controller.signal.aborted) return;
      timedOut = true;
      abort();
    });
  }
  return {
    signal: controller.signal,
    timedOut: () => timedOut,
    end() {
      signal.removeEventListener('abort', abort);
      ended.abort('the turn has ended');
    },
  };
}
