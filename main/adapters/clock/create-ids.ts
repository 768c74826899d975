import { randomInt } from 'node:crypto';
import type { Clock, Ids } from '../../core/ports';

const TIME_DIGITS = 9;
const COUNT_DIGITS = 4;
const COUNT_LIMIT = 36 ** COUNT_DIGITS;

/**
 * Ids `<prefix>_<time><count><random>`: 9 base-36 digits of milliseconds, 4 of a counter within the millisecond, 7 random ones.
 * Ids of one process sort in the order in which they were made, even when the clock goes back; those of several processes sort
 * by time and differ by their random part.
 */
export function createIds(clock: Pick<Clock, 'now'>): Ids {
  let time = 0;
  let count = 0;
  return {
    next(prefix) {
      const now = clock.now();
      if (now > time) {
        time = now;
        count = 0;
      } else {
        count += 1;
        if (count === COUNT_LIMIT) {
          time += 1;
          count = 0;
        }
      }
      return `${prefix}_${digits(time, TIME_DIGITS)}${digits(count, COUNT_DIGITS)}${randomDigits(7)}`;
    },
  };
}

function digits(value: number, width: number): string {
  return value.toString(36).padStart(width, '0');
}

function randomDigits(width: number): string {
  return digits(randomInt(36 ** width), width);
}
