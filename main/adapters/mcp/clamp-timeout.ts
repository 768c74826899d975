/** A timer that is asked for more than this fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

export function clampTimeout(ms: number): number {
  return Number.isNaN(ms) ? LONGEST_MS : Math.min(Math.max(Math.ceil(ms), 1), LONGEST_MS);
}
