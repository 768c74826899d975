import type { PlacedPart } from '../../../shared/model/part';
import type { BlockDraft } from './block-draft';
import { draftBlock } from './block-draft';
import { replaceValue } from './replace-block';
import { placeStandIn } from './stand-in';
import type { Workshop } from './workshop';

/** A stored block on its way into a request; what stands in for it where its text is lost. */
export async function readDraft({ deps, lost, maker }: Workshop, placed: PlacedPart, segment?: BlockDraft['segment']): Promise<BlockDraft> {
  const json = await deps.log.readPart(placed.part);
  const draft = draftBlock(placed, json, segment);
  if (!lost.has(placed.part)) return draft;
  if (segment !== undefined) return replaceValue(draft, draft.value, (text) => deps.log.putPart(text));
  return draftBlock(placeStandIn(maker, placed, draft.value, 'recovery', lost.event), json);
}
