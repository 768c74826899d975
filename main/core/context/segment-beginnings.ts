import type { SegmentBeginning } from '../../../shared/model/anatomy';
import { cutStart } from '../../../shared/text/cut-text';
import { mapLimited } from '../kernel/map-limited';
import { listHidden } from '../secrets/placeholders';
import type { SessionLog } from '../sessions/session-log';
import { type CallOutline, SIDE_BY_SIDE } from './call-source';
import { listBlocks } from './list-segments';
import { readStoredPieces } from './stored-pieces';

const MAX_CHARS = 400;

/**
 * How the texts of some segments begin, in the order of the body. Reads the parts that hold them, one after the other: of a request
 * of megabytes only the beginnings are kept. Words stand for what is missing or damaged.
 */
export async function readBeginnings(
  { recipe }: Pick<CallOutline, 'recipe'>,
  readPart: SessionLog['readPart'],
  segments: readonly string[],
): Promise<SegmentBeginning[]> {
  const wanted = new Set(segments);
  const blocks = listBlocks(recipe).filter(({ placed }) => placed.segments.some(({ id }) => wanted.has(id)));
  const found = new Map<string, SegmentBeginning>();
  await mapLimited(blocks, SIDE_BY_SIDE, async ({ placed }) => {
    for (const { segment, text } of await readStoredPieces(placed, readPart)) {
      const hidden = listHidden(text);
      const beginning = { segment: segment.id, text: cutStart(text, MAX_CHARS), chars: text.length };
      found.set(segment.id, hidden.length === 0 ? beginning : { ...beginning, hidden });
    }
  });
  return blocks.flatMap(({ placed }) => placed.segments.flatMap(({ id }) => (wanted.has(id) ? (found.get(id) ?? []) : [])));
}
