import type { Clock } from '../../main/core/ports';

export interface FakeClock extends Clock {
  /** Milliseconds of every sleep that was asked for and not a mere deadline, in order. */
  readonly slept: number[];
}

/** Real durations; sleeps of up to 100 s end at once (they are backoffs), longer ones (deadlines) only by abort. */
export function createFakeClock(): FakeClock {
  const slept: number[] = [];
  return {
    slept,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep(ms, signal) {
      if (ms <= 100_000 && signal?.aborted !== true) slept.push(ms);
      return new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        signal?.addEventListener('abort', () => resolve(), { once: true });
        if (ms <= 100_000) setImmediate(resolve);
      });
    },
  };
}
