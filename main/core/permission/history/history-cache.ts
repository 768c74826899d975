/** Calls of sessions as they were read before, so that only what changed is read again. */
export interface HistoryCache<Call> {
  /** Undefined where the session was not read, has changed since, or was given up. */
  get(session: string, updatedAt: string): readonly Call[] | undefined;
  set(session: string, updatedAt: string, calls: readonly Call[]): void;
}

/** Keeps at most so many calls: the sessions that were looked at longest ago are given up. */
export function createHistoryCache<Call>(most: number): HistoryCache<Call> {
  const sessions = new Map<string, { updatedAt: string; calls: readonly Call[] }>();
  let count = 0;

  function drop(session: string): void {
    count -= sessions.get(session)?.calls.length ?? 0;
    sessions.delete(session);
  }

  return {
    get(session, updatedAt) {
      const known = sessions.get(session);
      if (known?.updatedAt !== updatedAt) return undefined;
      sessions.delete(session);
      sessions.set(session, known);
      return known.calls;
    },
    set(session, updatedAt, calls) {
      drop(session);
      sessions.set(session, { updatedAt, calls });
      count += calls.length;
      for (const oldest of sessions.keys()) {
        if (count <= most) return;
        drop(oldest);
      }
    },
  };
}
