import type { CallSpine, ItemSpine, SessionState } from '../model/session';

/** From this batch size on a map pays for itself; below it, a search from the end is cheaper. */
const MAP_FROM = 32;

/** Finds elements of a growing list by id: newest first, or by map while a large batch is folded. */
export class Finder<T> {
  private readonly list: T[];
  private readonly id: (element: T) => string;
  private readonly places: Map<string, number> | undefined;

  constructor(list: T[], id: (element: T) => string, batch: number) {
    this.list = list;
    this.id = id;
    this.places = batch < MAP_FROM ? undefined : new Map(list.map((element, index) => [id(element), index]));
  }

  /** Index of the element, -1 when there is none. */
  find(id: string): number {
    if (this.places !== undefined) return this.places.get(id) ?? -1;
    for (let index = this.list.length - 1; index >= 0; index -= 1) {
      const element = this.list[index];
      if (element !== undefined && this.id(element) === id) return index;
    }
    return -1;
  }

  add(element: T): void {
    this.places?.set(this.id(element), this.list.length);
    this.list.push(element);
  }
}

/** A state that is being folded: its lists are fresh copies, the elements in them are shared and never changed. */
export interface Draft {
  state: SessionState;
  items: Finder<ItemSpine>;
  calls: Finder<CallSpine>;
}

export function startDraft(from: SessionState, batch: number): Draft {
  const state: SessionState = {
    ...from,
    items: from.items.slice(),
    calls: from.calls.slice(),
    turns: from.turns.slice(),
    ...(from.agents === undefined ? {} : { agents: from.agents.slice() }),
    pending: from.pending.slice(),
    queue: from.queue.slice(),
    rules: from.rules.slice(),
    undone: from.undone.slice(),
  };
  return {
    state,
    items: new Finder(state.items, (item) => item.id, batch),
    calls: new Finder(state.calls, (call) => call.call, batch),
  };
}
