import type { SegmentSource, SegmentWhy, Stability, StoredSegment, Trust } from '../../../shared/model/segment';
import type { SegmentKind } from '../../../shared/model/segment-kind';
import { KIND_TRAITS, type Origin } from '../../../shared/model/kind-traits';
import type { PlacedPart } from '../../../shared/model/part';
import { repairSurrogates } from '../../../shared/text/cut-text';
import type { SessionLog } from '../sessions/session-log';

/** What the pieces of a text block have to say about themselves. */
export interface PieceOwner {
  kind: SegmentKind;
  source: SegmentSource;
  why: SegmentWhy;
  origin?: Origin;
  trust?: Trust;
  stability?: Stability;
}

export interface Piece extends PieceOwner {
  text: string;
}

/** Makes segments of one agent: gives ids, counts tokens. */
export interface SegmentMaker {
  nextId(): string;
  tokens(text: string): number;
  /** Tokens of an image or document block, by the provider's rule. */
  imageTokens(block: Record<string, unknown>): number;
  log: Pick<SessionLog, 'putPart'>;
}

export function makeSegment(
  maker: SegmentMaker,
  owner: PieceOwner,
  place: { pointer: string; start?: number; end?: number },
  tokens: number,
  event: string,
): StoredSegment {
  const traits = KIND_TRAITS[owner.kind];
  return {
    id: maker.nextId(),
    origin: owner.origin ?? traits.origin,
    kind: owner.kind,
    ...place,
    source: owner.source,
    why: owner.why,
    tokens,
    ...(owner.trust !== undefined && owner.trust !== traits.trust ? { trust: owner.trust } : {}),
    ...(owner.stability !== undefined && owner.stability !== traits.stability ? { stability: owner.stability } : {}),
    event,
  };
}

/** Stores a text block whose pieces, in order, are its segments: they partition the text by construction (invariant 2). */
export function placeText(maker: SegmentMaker, pieces: readonly Piece[], event: string): PlacedPart {
  let text = '';
  const segments: StoredSegment[] = [];
  for (const piece of pieces) {
    const clean = repairSurrogates(piece.text);
    if (clean === '') continue;
    const start = text.length;
    text += clean;
    segments.push(makeSegment(maker, piece, { pointer: '/text', start, end: text.length }, maker.tokens(clean), event));
  }
  return { part: maker.log.putPart(JSON.stringify({ type: 'text', text })), segments };
}
