import type { PlacedPart } from '../../../shared/model/part';
import type { StoredSegment } from '../../../shared/model/segment';
import { LOST_WORDS, readJson } from '../sessions/part-text';
import type { SessionLog } from '../sessions/session-log';
import { readPieces } from './text-form';

/** The text of each segment of a stored part, as the model reads it; words where the part is missing or damaged. */
export async function readStoredPieces(
  placed: PlacedPart,
  readPart: SessionLog['readPart'],
): Promise<Array<{ segment: StoredSegment; text: string }>> {
  const value = await readJson({ readPart }, placed.part);
  return value === undefined ? placed.segments.map((segment) => ({ segment, text: LOST_WORDS })) : readPieces(value, placed);
}
