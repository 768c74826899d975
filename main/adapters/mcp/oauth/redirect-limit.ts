import { ServerError } from '../../../core/mcp/server-connection';

const MOST = 3;
const WITHIN_MS = 300_000;

export interface RedirectLimit {
  /** Counts one more, and throws a `ServerError` where that is one too many. */
  count(server: string): void;
}

/** A server that is never content would take the person to the browser for ever. */
export function createRedirectLimit(now: () => number): RedirectLimit {
  const past = new Map<string, number[]>();
  return {
    count(server) {
      const recent = (past.get(server) ?? []).filter((at) => now() - at < WITHIN_MS);
      if (recent.length >= MOST) throw new ServerError('refused', `it asked for ${MOST} sign-ins within five minutes and wants another`);
      past.set(server, [...recent, now()]);
    },
  };
}
