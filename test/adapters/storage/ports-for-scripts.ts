import type { Clock, Ids, Logger } from '../../../main/core/ports';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

export function countingIds(): Ids {
  let count = 0;
  return {
    next(prefix) {
      count += 1;
      return `${prefix}_${Date.now().toString(36)}${process.pid.toString(36)}${count.toString(36).padStart(4, '0')}`;
    },
  };
}

export const silentLogger: Logger = { log: () => undefined };
