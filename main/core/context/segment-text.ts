import type { RawSlice } from '../../../shared/model/anatomy';
import type { CallSource } from './call-source';
import { listBlocks } from './list-segments';
import { sliceText } from './slice-text';
import { parsePart, readPieces } from './text-form';

/** A slice of a segment's text as the model reads it; undefined when the call has no such segment. */
export function segmentText(
  source: Pick<CallSource, 'recipe' | 'read'>,
  segment: string,
  offset: number,
  limit: number,
): RawSlice | undefined {
  for (const { placed } of listBlocks(source.recipe)) {
    if (!placed.segments.some((candidate) => candidate.id === segment)) continue;
    const piece = readPieces(parsePart(source.read(placed.part)), placed).find((candidate) => candidate.segment.id === segment);
    return sliceText(piece?.text ?? '', offset, limit);
  }
  return undefined;
}
