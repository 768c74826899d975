import type { StoredSegment } from '../../../shared/model/segment';
import { isRecord } from '../kernel/is-record';
import { textMember } from './block-draft';
import type { FindReferable } from './late-tools';
import type { PieceOwner, SegmentMaker } from './text-block';
import { makeSegment } from './text-block';

/** Segments of a content block that the model sent, when it goes back to it. Redacted thinking has no text and none. */
export function segmentAnswer(maker: SegmentMaker, block: Record<string, unknown>, model: string, event: string): StoredSegment[] {
  const owner = (kind: PieceOwner['kind']): PieceOwner => ({ kind, source: { type: 'model', model }, why: { trigger: 'model-answered' } });
  const type = textMember(block, 'type');
  if (type === 'redacted_thinking') return [];
  if (type === 'text' || type === 'thinking') {
    const text = textMember(block, type);
    if (text === '') return [];
    return [
      makeSegment(
        maker,
        owner(type === 'text' ? 'assistant-text' : 'thinking'),
        { pointer: `/${type}`, start: 0, end: text.length },
        maker.tokens(text),
        event,
      ),
    ];
  }
  const kind = type.endsWith('tool_use') ? 'tool-call' : type.endsWith('tool_result') ? 'tool-result' : 'assistant-text';
  return [makeSegment(maker, owner(kind), { pointer: '' }, maker.tokens(JSON.stringify(block['input'] ?? block)), event)];
}

/** Segments of a `tool_result` block: one per text or image in it. A reference counts as the definition that it brings in. */
export function segmentResult(
  maker: SegmentMaker,
  block: Record<string, unknown>,
  tool: { name: string; toolUseId: string; synthesised: boolean; agent?: string },
  event: string,
  findReferable?: FindReferable,
): StoredSegment[] {
  const host: PieceOwner = {
    kind: tool.synthesised ? 'synthesised-result' : 'tool-result',
    source: { type: 'tool', name: tool.name, toolUseId: tool.toolUseId },
    why: { trigger: tool.synthesised ? 'call-not-run' : 'tool-ran' },
  };
  // Of an agent's result the first text is the agent's, what follows the host's.
  const { agent } = tool;
  const said: PieceOwner = agent === undefined ? host : { ...host, kind: 'agent-result', source: { type: 'agent', agent } };
  const ownerAt = (index: number): PieceOwner => (index === 0 ? said : { ...host, trust: 'host' });
  const content = block['content'];
  if (typeof content === 'string') {
    return content === ''
      ? []
      : [makeSegment(maker, host, { pointer: '/content', start: 0, end: content.length }, maker.tokens(content), event)];
  }
  if (!Array.isArray(content)) return [];
  return content.flatMap((element: unknown, index): StoredSegment[] => {
    if (!isRecord(element)) return [];
    if (element['type'] === 'text') {
      const text = textMember(element, 'text');
      return text === ''
        ? []
        : [
            makeSegment(
              maker,
              agent === undefined ? host : ownerAt(index),
              { pointer: `/content/${index}/text`, start: 0, end: text.length },
              maker.tokens(text),
              event,
            ),
          ];
    }
    if (element['type'] === 'tool_reference') {
      const name = textMember(element, 'tool_name');
      const place = { pointer: `/content/${index}/tool_name`, start: 0, end: name.length };
      return [makeSegment(maker, { ...host, trust: 'host' }, place, findReferable?.(name) || maker.tokens(name), event)];
    }
    return [
      makeSegment(maker, agent === undefined ? host : ownerAt(index), { pointer: `/content/${index}` }, maker.imageTokens(element), event),
    ];
  });
}
