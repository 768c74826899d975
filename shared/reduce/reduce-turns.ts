import type { SessionEvent } from '../model/event';
import type { TurnSpine } from '../model/session';
import { NO_USAGE } from '../model/add-usage';
import type { Draft } from './draft';

type TurnStarted = Extract<SessionEvent, { type: 'turn/started' }>;
type TurnEnded = Extract<SessionEvent, { type: 'turn/ended' }>;

/** Index of a turn of an agent, newest first; -1 when there is none. */
export function findTurn(draft: Draft, turn: string, agent: string): number {
  const { turns } = draft.state;
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    if (turns[index]?.turn === turn && turns[index]?.agent === agent) return index;
  }
  return -1;
}

export function startTurn(draft: Draft, event: TurnStarted): void {
  if (findTurn(draft, event.turn, event.agent) >= 0) return;
  draft.state.turns.push({ turn: event.turn, agent: event.agent, startedAt: event.at, state: 'running', rounds: 0, usage: NO_USAGE });
}

/** Its totals are authoritative: they replace what was counted while the turn ran. */
export function endTurn(draft: Draft, event: TurnEnded): void {
  const index = findTurn(draft, event.turn, event.agent);
  const spine: TurnSpine = {
    turn: event.turn,
    agent: event.agent,
    startedAt: draft.state.turns[index]?.startedAt ?? event.at,
    state: 'done',
    reason: event.reason,
    rounds: event.rounds,
    usage: event.usage,
    durationMs: event.durationMs,
  };
  if (event.costUsd !== undefined) spine.costUsd = event.costUsd;
  if (event.estimated) spine.estimated = true;
  if (event.below !== undefined) spine.below = event.below;
  if (event.error !== undefined) {
    spine.errorCode = event.error.code;
    spine.error = event.error.message;
  }
  if (index < 0) draft.state.turns.push(spine);
  else draft.state.turns[index] = spine;
  // Requests of the turn, and of agents below it, end with it.
  draft.state.pending = draft.state.pending.filter(
    (request) => request.turn !== event.turn || (request.agent !== event.agent && !request.agent.startsWith(`${event.agent}/`)),
  );
}
