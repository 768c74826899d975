/** How long changes are put together. */
const TOGETHER_MS = 100;

export interface Coalescer<Key> {
  add(key: Key): void;
  close(): void;
}

/** Calls back once for all that came of a key within a moment, so that a flood of notices is one. */
export function createCoalescer<Key>(deliver: (key: Key) => void): Coalescer<Key> {
  const waiting = new Map<Key, NodeJS.Timeout>();
  return {
    add(key) {
      if (waiting.has(key)) return;
      const timer = setTimeout(() => {
        waiting.delete(key);
        deliver(key);
      }, TOGETHER_MS);
      timer.unref();
      waiting.set(key, timer);
    },
    close() {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

const WINDOW_MS = 1000;
const MOST_PER_WINDOW = 100;

/** Whether one more may pass, so many in a second at most; the first one that may again is told how many did not. */
export function createFloodGate(now: () => number): () => { open: boolean; missed: number } {
  let since = now();
  let count = 0;
  let missed = 0;
  return () => {
    if (now() - since >= WINDOW_MS) {
      const before = missed;
      since = now();
      count = 1;
      missed = 0;
      return { open: true, missed: before };
    }
    count += 1;
    if (count <= MOST_PER_WINDOW) return { open: true, missed: 0 };
    missed += 1;
    return { open: false, missed: 0 };
  };
}
