import type { Anatomy, AnatomySegment } from '../../../shared/model/anatomy';
import type { Field } from '../../../shared/model/segment';

export type AnatomyRow =
  | { type: 'field'; key: string; field: Field; tokens: number; share: number; segments: number }
  | { type: 'segment'; key: string; segment: AnatomySegment }
  | { type: 'overhead'; key: string; tokens: number }
  | { type: 'total'; key: string; tokens: number };

const FIELDS: readonly Field[] = ['system', 'tools', 'messages'];

/** The three fields as blocks in the order of the body, then what no segment owns, then the sum. */
export function anatomyRows(anatomy: Anatomy): AnatomyRow[] {
  const { segments, tokens } = anatomy;
  const rows: AnatomyRow[] = FIELDS.flatMap((field) => {
    const own = segments.filter((segment) => segment.field === field);
    const sum = own.reduce((total, segment) => total + segment.tokens, 0);
    const head: AnatomyRow = {
      type: 'field',
      key: field,
      field,
      tokens: sum,
      share: tokens.total === 0 ? 0 : sum / tokens.total,
      segments: own.length,
    };
    return [head, ...own.map((segment): AnatomyRow => ({ type: 'segment', key: segment.id, segment }))];
  });
  return [...rows, { type: 'overhead', key: 'overhead', tokens: tokens.overhead }, { type: 'total', key: 'total', tokens: tokens.total }];
}

/** Where a segment lies in the prompt, as shares of all tokens: 0 is the beginning, 1 the newest end. */
export interface PlacedSegment {
  segment: AnatomySegment;
  from: number;
  to: number;
}

export function placeSegments(segments: readonly AnatomySegment[]): PlacedSegment[] {
  const total = segments.reduce((sum, segment) => sum + segment.tokens, 0) || 1;
  let at = 0;
  return segments.map((segment) => {
    const from = at / total;
    at += segment.tokens;
    return { segment, from, to: at / total };
  });
}
