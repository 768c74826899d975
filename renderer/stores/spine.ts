import type { Result } from '../../shared/contract/methods';
import type { SessionState } from '../../shared/model/session';

/** A fresh snapshot carries the newest items only: the older ones that this window already holds are kept before them. */
export function joinSpine(held: SessionState, fresh: SessionState): SessionState {
  return { ...fresh, items: join(held.items, fresh.items, (item) => item.id), calls: join(held.calls, fresh.calls, (call) => call.call) };
}

function join<T>(held: T[], fresh: T[], idOf: (entry: T) => string): T[] {
  const first = fresh[0];
  if (!first) return fresh;
  const at = held.findIndex((entry) => idOf(entry) === idOf(first));
  return at > 0 ? [...held.slice(0, at), ...fresh] : fresh;
}

/** Puts an older page before what is held, without doubling what both have. */
export function prependSpine(state: SessionState, page: Result<'session.spine'>): SessionState {
  const items = new Set(state.items.map((item) => item.id));
  const calls = new Set(state.calls.map((call) => call.call));
  return {
    ...state,
    items: [...page.items.filter((item) => !items.has(item.id)), ...state.items],
    calls: [...page.calls.filter((call) => !calls.has(call.call)), ...state.calls],
  };
}
