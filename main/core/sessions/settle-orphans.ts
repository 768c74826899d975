import { NO_USAGE } from '../../../shared/model/add-usage';
import type { AgentNode } from '../../../shared/model/agent-node';
import type { CallEnd } from '../../../shared/model/call';
import type { NewEvent } from '../../../shared/model/event';
import type { Item, ToolCallItem } from '../../../shared/model/item';
import type { PartRef } from '../../../shared/model/part';
import type { PendingRequest, SessionState, TurnSpine } from '../../../shared/model/session';
import type { SessionLookup } from './session-log';

/** Words for the model on a call of which nobody knows how far it came. */
export const INTERRUPTED_RESULT =
  'This call did not finish: the application stopped while it was pending. It may or may not have taken effect; check before running it again.';

/** Items that a stopped process left without an end, for `settleOrphans`. */
export function readOpenItems(lookup: SessionLookup, state: SessionState): Promise<Item[]> {
  return lookup.readItems(state.items.filter((item) => item.state === 'running').map((item) => item.id));
}

/**
 * Invariant 8: what to append before a session goes on whose last process stopped in the middle of a turn: requests expire, calls fail as
 * aborted, pending tool calls become interrupted errors (with a result wherever the model's request is on record, so that the
 * history stays valid), turns end. Empty when nothing is open. `openItems` are those of `readOpenItems`.
 */
export function settleOrphans(state: SessionState, openItems: readonly Item[], putPart: (json: string) => PartRef): NewEvent[] {
  return [
    ...state.pending.map(expired),
    ...state.calls
      .filter((call) => call.state === 'running')
      .map((call): NewEvent => ({ type: 'call/ended', ...abortedEnd(call.call, call.agent) })),
    ...openItems.map(
      (item): NewEvent => ({ type: 'item/completed', item: item.kind === 'tool-call' ? interrupted(item, state, putPart) : item }),
    ),
    // Turns of agents inside a turn began after it and end before it.
    ...state.turns
      .filter((turn) => turn.state === 'running')
      .reverse()
      .map((turn) => abortedTurn(turn, state.updatedAt)),
    ...(state.agents ?? [])
      .filter((node) => node.state === 'running')
      .reverse()
      .map((node) => stoppedAgent(node, state.turns)),
  ];
}

/** The agents of a session as they are to be shown; `owned` says whether any process has it. What no process has runs no more. */
export function agentsAsLeft({ agents = [] }: Pick<SessionState, 'agents'>, owned: boolean): AgentNode[] {
  return agents.map((node) => (owned || node.state !== 'running' ? node : { ...node, state: 'stopped', reason: 'interrupted' }));
}

/** A session's state as it is to be shown without opening it for writing. */
export function stateAsLeft(state: SessionState, owned: boolean): SessionState {
  return state.agents === undefined ? state : { ...state, agents: agentsAsLeft(state, owned) };
}

function expired({ type, request }: PendingRequest): NewEvent {
  const by = 'host';
  if (type === 'permission') return { type: 'permission/resolved', request, resolution: { type: 'expired' }, by };
  return type === 'question' ? { type: 'question/answered', request, by } : { type: 'plan/answered', request, outcome: 'cancelled', by };
}

function abortedEnd(call: string, agent: string): CallEnd {
  return {
    call,
    agent,
    blocks: [],
    durationMs: 0,
    attempts: [],
    failure: { kind: 'aborted', message: 'The application stopped during this call.' },
  };
}

function interrupted(item: ToolCallItem, state: SessionState, putPart: (json: string) => PartRef): ToolCallItem {
  const settled: ToolCallItem = { ...item, state: 'cancelled', errorKind: 'interrupted', synthesised: true };
  // A call that never ended has no blocks on record: a result for one of them would be unpaired.
  const answered = state.calls.some((call) => call.call === item.call && call.state !== 'running');
  if (!answered) return settled;
  return {
    ...settled,
    result: putPart(JSON.stringify({ type: 'tool_result', tool_use_id: item.toolUseId, content: INTERRUPTED_RESULT, is_error: true })),
  };
}

/** Its worktree, where it has one, waits with whatever is in it: nobody looked. */
function stoppedAgent({ agent, turn, worktree, background }: AgentNode, turns: readonly TurnSpine[]): NewEvent {
  const own = turns.findLast((spine) => spine.agent === agent && spine.turn === turn);
  return {
    type: 'agent/ended',
    agent,
    turn,
    state: 'stopped',
    reason: 'interrupted',
    rounds: own?.rounds ?? 0,
    usage: own?.usage ?? NO_USAGE,
    durationMs: 0,
    returned: { tokens: 0 },
    ...(worktree === undefined ? {} : { worktree: { state: 'waiting' as const, files: 0, commits: 0 } }),
    ...(background ? { later: true as const } : {}),
  };
}

function abortedTurn(turn: TurnSpine, until: string): NewEvent {
  const durationMs = Math.max(0, Date.parse(until) - Date.parse(turn.startedAt)) || 0;
  return {
    type: 'turn/ended',
    turn: turn.turn,
    agent: turn.agent,
    reason: 'aborted',
    rounds: turn.rounds,
    usage: turn.usage,
    durationMs,
    error: { code: 'aborted', message: 'The application stopped during this turn.' },
  };
}
