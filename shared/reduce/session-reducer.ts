import { DEFAULT_LIMITS } from '../model/default-limits';
import type { SessionEvent, SessionEventType, UnknownEvent } from '../model/event';
import { LOG_VERSION } from '../model/log-version';
import type { SessionState } from '../model/session';
import { NO_USAGE } from '../model/add-usage';
import { type Draft, startDraft } from './draft';
import { countAgentCall, endAgent, resumeAgent, settleWorktree, spawnAgent } from './reduce-agents';
import { endCall, endCallsOfTurn, startCall } from './reduce-calls';
import { endItemsOfTurn, reduceItem } from './reduce-items';
import { askQuestion, proposePlan, requestPermission, resolveRequest } from './reduce-requests';
import { changeSession, createSession, markUndone, noteSkillUse, putQueued, removeQueued, statusOf } from './reduce-session';
import { endTurn, startTurn } from './reduce-turns';

/** Written out, so that the page needs no schema to know them; one that is missing does not compile. */
const KNOWN_TYPES: Record<SessionEventType, true> = {
  'session/created': true,
  'session/changed': true,
  'turn/started': true,
  'turn/ended': true,
  'item/started': true,
  'item/completed': true,
  'call/started': true,
  'call/ended': true,
  'permission/requested': true,
  'permission/resolved': true,
  'question/asked': true,
  'question/answered': true,
  'plan/proposed': true,
  'plan/answered': true,
  'queue/added': true,
  'queue/changed': true,
  'queue/removed': true,
  'changes/undone': true,
  'hook/considered': true,
  'agent/spawned': true,
  'agent/messaged': true,
  'agent/ended': true,
  'agent/worktree-settled': true,
  'prefix/broken': true,
  'limit/reached': true,
  'command/ended': true,
  'skill/used': true,
  recovered: true,
};

/** Whether this version knows events of that type. */
export function isKnownType(type: string): boolean {
  return Object.hasOwn(KNOWN_TYPES, type);
}

/** Whether this version knows what the event means. It must have gone through the schema before. */
export function isKnownEvent(event: SessionEvent | UnknownEvent): event is SessionEvent {
  return event.v <= LOG_VERSION && isKnownType(event.type);
}

/** The state of a session of which nothing is known yet. */
export function emptySession(id: string): SessionState {
  return {
    id,
    folder: '',
    title: '',
    archived: false,
    model: '',
    mode: 'default',
    createdAt: '',
    updatedAt: '',
    lastSeq: 0,
    status: 'idle',
    items: [],
    calls: [],
    turns: [],
    pending: [],
    queue: [],
    todos: [],
    rules: [],
    limits: DEFAULT_LIMITS,
    usage: NO_USAGE,
    costUsd: 0,
    contextTokens: 0,
    recovered: 0,
    undone: [],
  };
}

/**
 * The state after `events`. Pure; events in any batches give the same state; an event whose `seq` is not greater than the
 * state's is ignored, and so is one of an unknown type (but its `seq` counts). Costs one shallow copy and O(events).
 */
export function applyEvents(state: SessionState, events: ReadonlyArray<SessionEvent | UnknownEvent>): SessionState {
  if (!events.some((event) => event.seq > state.lastSeq)) return state;
  const draft = startDraft(state, events.length);
  for (const event of events) {
    if (event.seq <= draft.state.lastSeq) continue;
    draft.state.lastSeq = event.seq;
    if (!isKnownEvent(event)) continue;
    reduceEvent(draft, event);
    // Repairing a log is not activity; a fork's copied events are older than the fork.
    if (event.type !== 'recovered' && event.at > draft.state.updatedAt) draft.state.updatedAt = event.at;
  }
  draft.state.status = statusOf(draft.state);
  return draft.state;
}

function reduceEvent(draft: Draft, event: SessionEvent): void {
  switch (event.type) {
    case 'session/created':
      createSession(draft, event);
      break;
    case 'session/changed':
      changeSession(draft, event);
      break;
    case 'turn/started':
      startTurn(draft, event);
      resumeAgent(draft, event);
      break;
    case 'turn/ended':
      endTurn(draft, event);
      endItemsOfTurn(draft, event.turn, event.agent);
      endCallsOfTurn(draft, event.turn, event.agent);
      break;
    case 'item/started':
      reduceItem(draft, event.item, 'running');
      break;
    case 'item/completed':
      reduceItem(draft, event.item, 'done', event.id);
      break;
    case 'call/started':
      startCall(draft, event, event.at);
      break;
    case 'call/ended':
      if (endCall(draft, event, event.id)) countAgentCall(draft, event);
      break;
    case 'permission/requested':
      requestPermission(draft, event);
      break;
    case 'question/asked':
      askQuestion(draft, event);
      break;
    case 'plan/proposed':
      proposePlan(draft, event);
      break;
    case 'permission/resolved':
    case 'question/answered':
    case 'plan/answered':
      resolveRequest(draft, event.request);
      break;
    case 'queue/added':
      putQueued(draft, event.entry, event.input, false);
      break;
    case 'queue/changed':
      putQueued(draft, event.entry, event.input, true);
      break;
    case 'queue/removed':
      removeQueued(draft, event.entry);
      break;
    case 'changes/undone':
      markUndone(draft, event.turn, event.paths);
      break;
    case 'recovered':
      draft.state.recovered += event.records;
      break;
    case 'command/ended':
      draft.state.endedCommands = { ...draft.state.endedCommands, [event.background]: event.outcome };
      break;
    case 'agent/spawned':
      spawnAgent(draft, event);
      break;
    case 'agent/ended':
      endAgent(draft, event);
      break;
    case 'agent/worktree-settled':
      settleWorktree(draft, event.agent, event.how);
      break;
    case 'skill/used':
      noteSkillUse(draft, event);
      break;
    case 'agent/messaged':
    case 'prefix/broken':
    case 'limit/reached':
      break;
  }
}
