import type { ReconnectionScheduler, StreamableHTTPReconnectionOptions } from '@modelcontextprotocol/client';

const FIRST_MS = 1000;
const LONGEST_MS = 300_000;
/** A server may ask for less, and would have one stream after the other opened. */
const SHORTEST_MS = 250;

/** The library gives up after two attempts, or tries again every second for ever: when is decided by the scheduler, not by it. */
export const RECONNECTION: StreamableHTTPReconnectionOptions = {
  initialReconnectionDelay: FIRST_MS,
  maxReconnectionDelay: LONGEST_MS,
  reconnectionDelayGrowFactor: 2,
  maxRetries: Number.MAX_SAFE_INTEGER,
};

export interface StreamBackoff {
  schedule: ReconnectionScheduler;
  /** Something came: the next stream that ends is opened again without delay beyond what the server asks for. */
  noteMessage(): void;
  close(): void;
}

/**
 * When a stream of notices that ended is opened again: after what the server asks for, and twice as long each time that one ended
 * without having told anything.
 */
export function createStreamBackoff(): StreamBackoff {
  const timers = new Set<NodeJS.Timeout>();
  let quiet = 0;
  return {
    schedule(reconnect, delay) {
      const asked = Math.max(delay, SHORTEST_MS);
      const wait = Math.max(asked, Math.min(asked * 2 ** quiet, LONGEST_MS));
      quiet += 1;
      const timer = setTimeout(() => {
        timers.delete(timer);
        reconnect();
      }, wait);
      timer.unref();
      timers.add(timer);
      return () => {
        clearTimeout(timer);
        timers.delete(timer);
      };
    },
    noteMessage() {
      quiet = 0;
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
