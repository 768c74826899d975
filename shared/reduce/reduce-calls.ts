import type { CallEnd, CallStart } from '../model/call';
import { MAIN_AGENT } from '../model/main-agent';
import type { CallSpine, TurnSpine } from '../model/session';
import { addUsage, estimatedPrompt, NO_USAGE, promptTokens } from '../model/add-usage';
import type { Usage } from '../model/usage';
import type { Draft } from './draft';
import { findTurn } from './reduce-turns';

export function startCall(draft: Draft, start: CallStart, at: string): void {
  if (draft.calls.find(start.call) >= 0) return;
  const spine: CallSpine = {
    call: start.call,
    turn: start.turn,
    agent: start.agent,
    number: start.number,
    model: start.model,
    state: 'running',
    estimate: estimatedPrompt(start.estimate),
    lint: start.lint.length,
    startedAt: at,
    retries: 0,
  };
  if (start.purpose !== undefined) spine.purpose = start.purpose;
  if (start.comparison.brokenBy !== undefined) spine.brokenBy = start.comparison.brokenBy;
  draft.calls.add(spine);
  const turn = findTurn(draft, start.turn, start.agent);
  const running = draft.state.turns[turn];
  if (running?.state === 'running') draft.state.turns[turn] = { ...running, rounds: running.rounds + 1 };
}

/** False where the call had ended before: nothing of it counts twice. */
export function endCall(draft: Draft, end: CallEnd, event: string): boolean {
  const index = draft.calls.find(end.call);
  const call = draft.state.calls[index];
  if (call?.state !== undefined && call.state !== 'running') return false;
  if (call !== undefined) draft.state.calls[index] = { ...endedSpine(call, end), event };
  addCost(draft, end);
  const { usage = NO_USAGE, estimatedUsage = NO_USAGE } = end;
  const used = addUsage(usage, estimatedUsage);
  if (end.usage === undefined && end.estimatedUsage === undefined) return true;
  draft.state.usage = addUsage(draft.state.usage, used);
  if (end.agent === MAIN_AGENT && end.usage !== undefined) draft.state.contextTokens = promptTokens(end.usage) + end.usage.output;
  const turn = call === undefined ? -1 : findTurn(draft, call.turn, call.agent);
  const running = draft.state.turns[turn];
  if (running?.state === 'running') draft.state.turns[turn] = withUsage(running, used, end.estimatedUsage !== undefined);
  return true;
}

function withUsage(turn: TurnSpine, used: Usage, estimated: boolean): TurnSpine {
  return { ...turn, usage: addUsage(turn.usage, used), ...(estimated || turn.estimated ? { estimated: true } : {}) };
}

/** A turn that ended leaves no call running, whatever its log lost. */
export function endCallsOfTurn(draft: Draft, turn: string, agent: string): void {
  const { calls } = draft.state;
  for (let index = calls.length - 1; index >= 0; index -= 1) {
    const call = calls[index];
    if (call === undefined || call.agent !== agent) continue;
    if (call.turn !== turn) return;
    if (call.state === 'running') calls[index] = { ...call, state: 'failed' };
  }
}

function endedSpine(call: CallSpine, end: CallEnd): CallSpine {
  const spine: CallSpine = {
    ...call,
    state: end.failure === undefined ? 'done' : 'failed',
    durationMs: end.durationMs,
    retries: end.attempts.length,
  };
  if (end.stopReason !== undefined) spine.stopReason = end.stopReason;
  if (end.failure !== undefined) spine.failure = end.failure.kind;
  if (end.usage !== undefined) spine.usage = end.usage;
  if (end.estimatedUsage !== undefined) spine.estimatedUsage = end.estimatedUsage;
  if (end.costUsd !== undefined) spine.costUsd = end.costUsd;
  return spine;
}

/** One call of unknown cost makes the sum unknown for good; a call that failed before any answer cost nothing. */
function addCost(draft: Draft, end: CallEnd): void {
  const cost = draft.state.costUsd === undefined ? undefined : costAfter(draft.state.costUsd, end);
  if (cost === undefined) delete draft.state.costUsd;
  else draft.state.costUsd = cost;
}

/** The sum with this call; undefined where nobody knows what it cost. */
export function costAfter(sum: number, end: CallEnd): number | undefined {
  if (end.costUsd !== undefined) return sum + end.costUsd;
  return end.failure === undefined || (end.usage ?? end.estimatedUsage) !== undefined || end.blocks.length > 0 ? undefined : sum;
}
