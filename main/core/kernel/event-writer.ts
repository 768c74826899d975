import type { ItemDelta, NewEvent } from '../../../shared/model/event';
import type { SessionLog } from '../sessions/session-log';

/**
 * Appends to a log in the order of the calls; what comes while a write is under way goes into the next one together. Deltas wait
 * until the events before them are published, so that no client sees a delta of an item that it does not know (invariant 8 of the loop).
 */
export interface EventWriter {
  write(...events: NewEvent[]): void;
  delta(delta: Omit<ItemDelta, 'session'>): void;
  /** Resolves when everything so far is in the log; rejects with the log's error when a write failed. */
  flush(): Promise<void>;
}

export function createEventWriter(log: Pick<SessionLog, 'append' | 'delta'>): EventWriter {
  let pending: NewEvent[] = [];
  let held: Array<Omit<ItemDelta, 'session'>> = [];
  let draining: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;

  async function drain(): Promise<void> {
    // One tick later, so that events of one step share a write.
    await Promise.resolve();
    try {
      while (pending.length > 0) {
        const batch = pending;
        pending = [];
        await log.append(...batch);
      }
    } catch (error) {
      failure = { error };
      pending = [];
    }
    draining = undefined;
    const ready = held;
    held = [];
    for (const delta of ready) log.delta(delta);
  }

  return {
    write(...events) {
      if (failure !== undefined) return;
      pending.push(...events);
      if (held.length > 0) {
        const completed = new Set(events.flatMap((event) => (event.type === 'item/completed' ? [event.item.id] : [])));
        held = held.filter((delta) => !completed.has(delta.item));
      }
      draining ??= drain();
    },
    delta(delta) {
      if (draining === undefined) log.delta(delta);
      else held.push(delta);
    },
    async flush() {
      while (draining !== undefined) await draining;
      if (failure !== undefined) throw failure.error;
    },
  };
}
