import { vi } from 'vitest';

/** Tries until `check` neither throws nor rejects, and gives what it gives. As patient as `expect.poll`: on a busy machine a process begins late. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000, interval: 20 });
}
