import type { PlacedPart } from '../../../shared/model/part';
import { isRecord } from '../kernel/is-record';
import type { BlockDraft } from './block-draft';
import { blockType, textMember } from './block-draft';
import type { PutPart } from './replace-block';
import { replaceValue } from './replace-block';
import type { SegmentMaker } from './text-block';

/**
 * A result without references to tools that the request does not have: a provider refuses the whole request for one. Words are in their
 * place. The very draft where nothing is to be changed.
 */
export function dropReferences(draft: BlockDraft, isOffered: (tool: string) => boolean, putPart: PutPart): BlockDraft {
  const { content } = draft.value;
  if (blockType(draft) !== 'tool_result' || !Array.isArray(content)) return draft;
  const strays = (element: unknown): boolean =>
    isRecord(element) && element['type'] === 'tool_reference' && !isOffered(textMember(element, 'tool_name'));
  if (!content.some(strays)) return draft;
  const plain = content.map((element: unknown) =>
    isRecord(element) && strays(element) ? { type: 'text', text: `[${textMember(element, 'tool_name')}]` } : element,
  );
  return replaceValue(draft, { ...draft.value, content: plain }, putPart);
}

/** A result that was sent before, without any reference: the segments of references are those of the words in their place. */
export function withoutReferences(draft: BlockDraft, maker: SegmentMaker): PlacedPart {
  const plain = dropReferences(
    draft,
    () => false,
    (json) => maker.log.putPart(json),
  );
  if (plain === draft) return draft.placed;
  const { part, segments } = plain.placed;
  const { content } = plain.value;
  return {
    part,
    segments: segments.map((segment) => {
      const [, index] = /^\/content\/(\d+)\/tool_name$/.exec(segment.pointer) ?? [];
      const element: unknown = index !== undefined && Array.isArray(content) ? content[Number(index)] : undefined;
      if (!isRecord(element)) return segment;
      const text = textMember(element, 'text');
      return { ...segment, id: maker.nextId(), pointer: `/content/${index}/text`, start: 0, end: text.length, tokens: maker.tokens(text) };
    }),
  };
}
