import { type Failure, RETRYABLE } from '../../../shared/model/failure';

export const MAX_ATTEMPTS = 4;
/** A server may ask for hours: beyond this the person would think that the turn hangs. */
const LONGEST_WAIT_MS = 60_000;
const LONGEST_BACKOFF_MS = 8000;

/**
 * Milliseconds to wait before the next attempt, undefined when there is none. `attempt` counts from 1. The server's own wish
 * holds, capped; else 0.5 · 2ⁿ s up to 8 s, shortened by up to a quarter (`spread` 0…1) so that clients do not come in step.
 */
export function waitBeforeRetry(failure: Failure, attempt: number, spread: number): number | undefined {
  const worthIt = failure.shouldRetry ?? RETRYABLE.has(failure.kind);
  if (attempt >= MAX_ATTEMPTS || !worthIt) return undefined;
  if (failure.retryAfterMs !== undefined) return Math.min(failure.retryAfterMs, LONGEST_WAIT_MS);
  const backoff = Math.min(500 * 2 ** (attempt - 1), LONGEST_BACKOFF_MS);
  return Math.round(backoff * (1 - spread / 4));
}

/** A number from 0 to 1 that differs from text to text: chance enough for a backoff, and the same in every replay. */
export function spreadOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0) / 0xffff_ffff;
}
