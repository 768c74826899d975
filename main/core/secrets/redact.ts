import { findKnownSecrets } from './known-formats';
import type { SecretRange } from './secret-range';

/** A text without its secrets, and how many there were. */
export interface Redacted {
  text: string;
  count: number;
}

/** Replaces each range by `[redacted: kind]`. Ranges may overlap. */
export function hideRanges(text: string, ranges: readonly SecretRange[]): Redacted {
  const merged = mergeRanges(ranges);
  let hidden = '';
  let done = 0;
  for (const { start, end, kind } of merged) {
    hidden += `${text.slice(done, start)}[redacted: ${kind}]`;
    done = end;
  }
  return { text: hidden + text.slice(done), count: merged.length };
}

/** The fallback redactor: known formats only. */
export function redactKnownSecrets(text: string): Redacted {
  return hideRanges(text, findKnownSecrets(text));
}

/** A copy of a JSON value with the known secrets of each of its texts hidden; its shape stays. */
export function redactLeaves(value: unknown): unknown {
  if (typeof value === 'string') return redactKnownSecrets(value).text;
  if (Array.isArray(value)) return value.map(redactLeaves);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redactLeaves(inner)]));
}

/** In order, without overlaps. Where two overlap, the first names the kind. */
export function mergeRanges(ranges: readonly SecretRange[]): SecretRange[] {
  const merged: SecretRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged[merged.length - 1];
    if (last !== undefined && range.start < last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}
