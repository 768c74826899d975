import type { PlacedPart } from '../../../shared/model/part';
import { textMember } from './block-draft';
import type { SegmentMaker } from './text-block';
import { makeSegment } from './text-block';

/**
 * A block of the host's in the place of another one. Its segment keeps kind and source of what stood there.
 *
 * @param why - the operation: `quarantine` or `recovery`
 * @param event - id of the event that says it
 */
export function placeStandIn(
  maker: SegmentMaker,
  { segments: [old] }: Pick<PlacedPart, 'segments'>,
  value: Record<string, unknown>,
  why: 'quarantine' | 'recovery',
  event: string,
): PlacedPart {
  const owner = {
    kind: old?.kind ?? ('state-change' as const),
    source: old?.source ?? { type: 'host' as const, part: why },
    why: { trigger: 'changed' as const, detail: why },
    trust: 'host' as const,
  };
  const member = value['type'] === 'tool_result' ? 'content' : 'text';
  const text = textMember(value, member);
  const json = JSON.stringify(value);
  const place = text === '' ? { pointer: '' } : { pointer: `/${member}`, start: 0, end: text.length };
  return {
    part: maker.log.putPart(json),
    segments: [makeSegment(maker, owner, place, maker.tokens(text === '' ? json : text), event)],
  };
}
