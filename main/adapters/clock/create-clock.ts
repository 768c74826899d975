import type { Clock } from '../../core/ports';

export function createClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep,
  };
}

/** The longest wait of one timer of the system: a longer one would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    let timer: NodeJS.Timeout;
    const wait = (left: number) => {
      if (left <= MAX_TIMER_MS) timer = setTimeout(finish, Math.max(0, left));
      else timer = setTimeout(() => wait(left - MAX_TIMER_MS), MAX_TIMER_MS);
    };
    wait(ms);
    signal?.addEventListener('abort', finish, { once: true });
  });
}
