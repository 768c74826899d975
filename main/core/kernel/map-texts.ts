import { isRecord } from './is-record';

/** Levels of nesting that are looked through; what lies deeper stays as it is. */
const DEEPEST = 100;

/** A JSON value with every text in it changed, the names of members included. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  return mapBelow(value, change, 0);
}

function mapBelow(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return change(value);
  if (depth === DEEPEST) return value;
  if (Array.isArray(value)) return value.map((one) => mapBelow(one, change, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), mapBelow(one, change, depth + 1)]));
}
