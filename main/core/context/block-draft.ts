import type { PlacedPart } from '../../../shared/model/part';
import type { StoredSegment } from '../../../shared/model/segment';
import { isRecord } from '../kernel/is-record';

/** A block on its way into a request: its stored form, its text and its parsed value. */
export interface BlockDraft {
  placed: PlacedPart;
  json: string;
  value: Record<string, unknown>;
  /** Makes the segments once the block has its final form; without it those of `placed` stand. */
  segment?(value: Record<string, unknown>): StoredSegment[];
}

/** Parses the JSON text of a stored part; a part that is not an object counts as an empty text block. */
export function draftBlock(placed: PlacedPart, json: string, segment?: BlockDraft['segment']): BlockDraft {
  const value: unknown = JSON.parse(json);
  return { placed, json, value: isRecord(value) ? value : { type: 'text', text: '' }, ...(segment === undefined ? {} : { segment }) };
}

/** The draft with its final segments: called once, when the block will not change any more. */
export function settleDraft(draft: BlockDraft): BlockDraft {
  if (draft.segment === undefined) return draft;
  return { placed: { part: draft.placed.part, segments: draft.segment(draft.value) }, json: draft.json, value: draft.value };
}

export function blockType(draft: Pick<BlockDraft, 'value'>): string {
  const type = draft.value['type'];
  return typeof type === 'string' ? type : '';
}

export function textMember(value: Record<string, unknown>, name: string): string {
  const member = value[name];
  return typeof member === 'string' ? member : '';
}

export function isThinking(draft: Pick<BlockDraft, 'value'>): boolean {
  return blockType(draft) === 'thinking' || blockType(draft) === 'redacted_thinking';
}

export function isBlankText(draft: Pick<BlockDraft, 'value'>): boolean {
  return blockType(draft) === 'text' && textMember(draft.value, 'text').trim() === '';
}
