import type { RawSlice } from '../../../shared/model/anatomy';

/** A slice by UTF-16 offsets that does not begin or end inside a surrogate pair. */
export function sliceText(text: string, offset: number, limit: number): RawSlice {
  const start = alignOffset(text, Math.min(Math.max(0, offset), text.length));
  const end = alignOffset(text, Math.min(text.length, start + Math.max(1, limit)));
  return { text: text.slice(start, end > start ? end : Math.min(text.length, start + 2)), offset: start, total: text.length };
}

function alignOffset(text: string, offset: number): number {
  const isInside = /[\uDC00-\uDFFF]/.test(text.charAt(offset)) && /[\uD800-\uDBFF]/.test(text.charAt(offset - 1));
  return isInside ? offset - 1 : offset;
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
