import type { SessionEvent } from '../model/event';
import type { UserInput } from '../model/item';
import type { SessionState } from '../model/session';
import type { Draft } from './draft';

type Created = Extract<SessionEvent, { type: 'session/created' }>;
type Changed = Extract<SessionEvent, { type: 'session/changed' }>;

export function createSession(draft: Draft, event: Created): void {
  const { state } = draft;
  state.id = event.session;
  state.folder = event.folder;
  state.model = event.model;
  state.mode = event.mode;
  state.createdAt = event.at;
  if (event.title !== undefined) state.title = event.title;
  if (event.forkOf !== undefined) state.forkOf = event.forkOf.session;
}

export function changeSession(draft: Draft, event: Changed): void {
  const { state } = draft;
  if (event.title !== undefined) state.title = event.title;
  if (event.archived !== undefined) state.archived = event.archived;
  if (event.model !== undefined) state.model = event.model;
  if (event.mode !== undefined) state.mode = event.mode;
  if (event.limits !== undefined) state.limits = event.limits;
  const removed = new Set(event.removeRules ?? []);
  state.rules = [...new Set([...state.rules, ...(event.addRules ?? [])])].filter((rule) => !removed.has(rule));
}

export function putQueued(draft: Draft, entry: string, input: UserInput, mustExist: boolean): void {
  const { queue } = draft.state;
  const index = queue.findIndex((queued) => queued.entry === entry);
  if (index >= 0) queue[index] = { entry, input };
  else if (!mustExist) queue.push({ entry, input });
}

export function removeQueued(draft: Draft, entry: string): void {
  draft.state.queue = draft.state.queue.filter((queued) => queued.entry !== entry);
}

/** How `SessionState.undone` names a change: one file of one turn. */
export function undoneKey(turn: string, path: string): string {
  return `${turn}:${path}`;
}

export function markUndone(draft: Draft, turn: string, paths: readonly string[]): void {
  draft.state.undone = [...new Set([...draft.state.undone, ...paths.map((path) => undoneKey(turn, path))])];
}

export function noteSkillUse(draft: Draft, event: Extract<SessionEvent, { type: 'skill/used' }>): void {
  const { v: _v, seq: _seq, id: _id, at: _at, type: _type, ...use } = event;
  draft.state.skillUses = [...(draft.state.skillUses ?? []), use];
}

/** Running while a turn runs, waiting while somebody is asked. */
export function statusOf(state: SessionState): SessionState['status'] {
  if (state.pending.length > 0) return 'waiting';
  for (let index = state.turns.length - 1; index >= 0; index -= 1) {
    if (state.turns[index]?.state === 'running') return 'running';
  }
  return 'idle';
}
