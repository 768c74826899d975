import { ServerError } from '../../../core/mcp/server-connection';

const MOST = 3;
const WITHIN_MS = 300_000;

export interface RedirectLimit {
  /** Counts one more, and throws a `ServerError` where that is one too many. What comes back takes it off again. */
  count(server: string): () => void;
}

/** A server that is never content would take the person to the browser for ever. */
export function createRedirectLimit(now: () => number): RedirectLimit {
  const past = new Map<string, Array<{ at: number }>>();
  return {
    count(server) {
      const recent = (past.get(server) ?? []).filter(({ at }) => now() - at < WITHIN_MS);
      if (recent.length >= MOST) throw new ServerError('refused', `it asked for ${MOST} sign-ins within five minutes and wants another`);
      const one = { at: now() };
      past.set(server, [...recent, one]);
      return () =>
        void past.set(
          server,
          (past.get(server) ?? []).filter((other) => other !== one),
        );
    },
  };
}
