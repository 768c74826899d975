import { isContainer } from '../../core/kernel/is-container';
import { isRecord } from '../../core/kernel/is-record';

/** Values that are read of one message: what is more would hold the thread. */
export const MOST_VALUES = 25_000;
/** Levels of nesting. */
export const MOST_LEVELS = 100;

/**
 * A copy of a JSON value with no more values and levels than are read, and how many elements and members were left out for that. What is
 * small is kept first, whole; a long array keeps its beginning.
 */
export function trimValue(value: unknown): { value: unknown; leftOut: number } {
  const trimmer = new Trimmer();
  return { value: trimmer.trim(value, 0), leftOut: trimmer.leftOut };
}

class Trimmer {
  leftOut = 0;
  #left = MOST_VALUES;

  trim(value: unknown, level: number): unknown {
    if (this.#takes(value, level)) return value;
    this.#left -= 1;
    if (Array.isArray(value)) return this.#trimArray(value, level);
    return isRecord(value) ? this.#trimRecord(value, level) : value;
  }

  #trimArray(array: readonly unknown[], level: number): unknown[] {
    const kept = array.filter((element) => this.#takes(element, level + 1));
    this.leftOut += array.length - kept.length;
    return kept;
  }

  #trimRecord(record: Record<string, unknown>, level: number): Record<string, unknown> {
    const levels = MOST_LEVELS - level - 1;
    const sized = Object.entries(record).map(([name, value]) => ({ name, value, size: countValues(value, this.#left, levels) }));
    sized.sort((one, other) => one.size - other.size);
    const kept: Array<[name: string, value: unknown]> = [];
    for (const { name, value } of sized) {
      if (this.#left > 0 && (levels > 0 || !isContainer(value))) kept.push([name, this.trim(value, level + 1)]);
      else this.leftOut += 1;
    }
    return Object.fromEntries(kept);
  }

  /** Whether it fits whole; then it is counted. */
  #takes(value: unknown, level: number): boolean {
    const size = countValues(value, this.#left, MOST_LEVELS - level);
    if (size > this.#left) return false;
    this.#left -= size;
    return true;
  }
}

/** Infinite for what has more values than that, or lies deeper. */
function countValues(value: unknown, most: number, levels: number): number {
  if (!isContainer(value)) return 1;
  if (levels <= 0) return Number.POSITIVE_INFINITY;
  let count = 1;
  for (const one of Object.values(value)) {
    count += countValues(one, most - count, levels - 1);
    if (count > most) return Number.POSITIVE_INFINITY;
  }
  return count;
}
