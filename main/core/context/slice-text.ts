import type { RawSlice } from '../../../shared/model/anatomy';
import { sliceUnits } from '../../../shared/text/cut-text';

/** A slice by UTF-16 offsets. Never empty before the end of the text, so that going on from it comes to the end. */
export function sliceText(text: string, offset: number, limit: number): RawSlice {
  const from = Math.min(Math.max(0, offset), text.length);
  const slice = sliceUnits(text, from, Math.max(1, limit));
  return { ...(slice.text === '' ? sliceUnits(text, from, 2) : slice), total: text.length };
}

/** Offsets of a query in a text, without regard to case, at most `limit`. */
export function findInBody(text: string, query: string, limit: number): { offsets: number[]; more: boolean } {
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'giu');
  const offsets: number[] = [];
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (offsets.length === limit) return { offsets, more: true };
    offsets.push(match.index);
  }
  return { offsets, more: false };
}
