import type { SegmentRange } from '../../../shared/model/anatomy';
import type { PlacedPart } from '../../../shared/model/part';
import type { Field, StoredSegment } from '../../../shared/model/segment';
import type { CallSource } from './call-source';
import type { JsonRange } from './locate-json';
import { locateOffsets, locateValue } from './locate-json';
import { layoutBody } from './render-body';

/** The exact body of a call and where each segment lies in it (string contents without their quotes). */
export function jsonRanges(source: Pick<CallSource, 'recipe' | 'read'>): { body: string; ranges: SegmentRange[] } {
  const { body, places } = layoutBody(source.recipe, source.read);
  const ranges = places.flatMap(({ pointer, start, placed }) => {
    const field: Field = pointer.startsWith('/system/') ? 'system' : pointer.startsWith('/tools/') ? 'tools' : 'messages';
    return rangesInPart(source.read(placed.part), placed).map(({ segment, range }) => ({
      segment,
      field,
      start: start + range.start,
      end: start + range.end,
    }));
  });
  return { body, ranges };
}

function rangesInPart(json: string, placed: PlacedPart): Array<{ segment: string; range: JsonRange }> {
  const byPointer = new Map<string, StoredSegment[]>();
  for (const segment of placed.segments) byPointer.set(segment.pointer, [...(byPointer.get(segment.pointer) ?? []), segment]);
  return [...byPointer].flatMap(([pointer, segments]) => {
    const value = pointer === '' ? { start: 0, end: json.length } : locateValue(json, pointer);
    if (value === undefined) return [];
    const [only] = segments;
    if (segments.length === 1 && only !== undefined) {
      const isText = only.start !== undefined;
      return [{ segment: only.id, range: isText ? { start: value.start + 1, end: value.end - 1 } : value }];
    }
    const offsets = locateOffsets(json, value, [0, ...segments.map((segment) => segment.end ?? 0)]);
    return segments.map((segment, index) => ({
      segment: segment.id,
      range: { start: offsets[index] ?? value.start, end: offsets[index + 1] ?? value.end },
    }));
  });
}
