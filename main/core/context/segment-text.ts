import type { RawSlice } from '../../../shared/model/anatomy';
import type { SessionLog } from '../sessions/session-log';
import type { CallOutline } from './call-source';
import { listBlocks } from './list-segments';
import { sliceText } from './slice-text';
import { readStoredPieces } from './stored-pieces';

/**
 * A slice of a segment's text as the model reads it; undefined when the call has no such segment. Reads the one part that holds it;
 * words stand for it where that is missing or damaged.
 */
export async function readSegmentText(
  { recipe }: Pick<CallOutline, 'recipe'>,
  readPart: SessionLog['readPart'],
  { segment, offset, limit }: { segment: string; offset: number; limit: number },
): Promise<RawSlice | undefined> {
  const placed = listBlocks(recipe).find((block) => block.placed.segments.some(({ id }) => id === segment))?.placed;
  if (placed === undefined) return undefined;
  const pieces = await readStoredPieces(placed, readPart);
  return sliceText(pieces.find((piece) => piece.segment.id === segment)?.text ?? '', offset, limit);
}
