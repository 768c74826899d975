import type { PlacedPart } from '../../../shared/model/part';
import type { Diagnostic } from '../../../shared/model/permission';
import type { ContextDeps } from './context-deps';
import { checkImage, encodeBase64 } from './image-limits';
import { imageTokens } from './estimate-tokens';
import type { PieceOwner, SegmentMaker } from './text-block';
import { makeSegment } from './text-block';

/** An image block as one whole-value segment, or why a model would refuse it. Images are never scaled. */
export function placeImage(
  bytes: Uint8Array,
  name: string,
  owner: PieceOwner,
  deps: Pick<ContextDeps, 'documents'>,
  maker: SegmentMaker,
  event: string,
): { placed: PlacedPart } | { diagnostic: Diagnostic } {
  const check = checkImage(deps.documents, bytes);
  if (!check.ok)
    return { diagnostic: { code: `image-${check.why}`, message: `The image ${name} is not sent: ${check.message}`, severity: 'warning' } };
  const block = { type: 'image', source: { type: 'base64', media_type: check.mediaType, data: encodeBase64(bytes) } };
  return {
    placed: {
      part: maker.log.putPart(JSON.stringify(block)),
      segments: [makeSegment(maker, owner, { pointer: '' }, imageTokens(check), event)],
    },
  };
}
