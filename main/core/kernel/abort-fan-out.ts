/** One listener on a signal that serves many. */
export interface AbortFanOut {
  /** Calls back once when the signal aborts. Gives the way to take it back. */
  onAbort(listener: () => void): () => void;
  close(): void;
}

export function createAbortFanOut(signal: AbortSignal): AbortFanOut {
  const listeners = new Set<() => void>();
  const fire = (): void => {
    for (const listener of [...listeners]) listener();
    listeners.clear();
  };
  signal.addEventListener('abort', fire, { once: true });
  return {
    onAbort(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      signal.removeEventListener('abort', fire);
      listeners.clear();
    },
  };
}
