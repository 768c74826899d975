import type { SegmentRange } from '../../../shared/model/anatomy';
import type { PlacedPart } from '../../../shared/model/part';
import type { Field, StoredSegment } from '../../../shared/model/segment';
import { isRecord } from '../kernel/is-record';
import { textMember } from './block-draft';
import type { CallSource } from './call-source';
import { listBlocks } from './list-segments';

/** A request as plain text, as the model sees it: what it reads, under headings of ours that belong to no segment. */
export function textForm(source: Pick<CallSource, 'recipe' | 'read'>): { body: string; ranges: SegmentRange[] } {
  const chunks: string[] = [];
  const ranges: SegmentRange[] = [];
  let length = 0;
  const add = (text: string): void => {
    chunks.push(text);
    length += text.length;
  };
  let field: Field | undefined;
  let message = '';
  for (const { pointer, field: own, placed } of listBlocks(source.recipe)) {
    if (own !== field) add(`${field === undefined ? '' : '\n'}════ ${own} ════\n\n`);
    field = own;
    const index = own === 'messages' ? (pointer.split('/')[2] ?? '') : '';
    if (own === 'messages' && index !== message) add(`──── ${source.recipe.messages[Number(index)]?.role ?? ''} ────\n\n`);
    message = index;
    const value = parsePart(source.read(placed.part));
    const label = labelBlock(value, own);
    if (label !== '') add(`${label}\n`);
    for (const piece of readPieces(value, placed)) {
      ranges.push({ segment: piece.segment.id, field: own, start: length, end: length + piece.text.length });
      add(piece.text);
    }
    add('\n\n');
  }
  return { body: chunks.join(''), ranges };
}

/** The text of each segment of a part, as the model reads it. */
export function readPieces(value: unknown, placed: PlacedPart): Array<{ segment: StoredSegment; text: string }> {
  return placed.segments.map((segment) => {
    const owned = readPointer(value, segment.pointer);
    return { segment, text: typeof owned === 'string' ? owned.slice(segment.start ?? 0, segment.end) : describeValue(owned) };
  });
}

export function parsePart(json: string): unknown {
  return JSON.parse(json);
}

function readPointer(value: unknown, pointer: string): unknown {
  let found = value;
  for (const token of pointer.split('/').slice(1)) {
    if (Array.isArray(found)) found = found[Number(token)];
    else found = isRecord(found) ? found[token.replace(/~1/g, '/').replace(/~0/g, '~')] : undefined;
  }
  return found;
}

function labelBlock(value: unknown, field: Field): string {
  if (!isRecord(value) || field !== 'messages') return '';
  switch (value['type']) {
    case 'thinking':
      return '[thinking]';
    case 'redacted_thinking':
      return '[thinking, encrypted]';
    case 'tool_use':
      return '[tool call]';
    case 'tool_result':
      return value['is_error'] === true ? '[tool result, failed]' : '[tool result]';
    default:
      return '';
  }
}

/** What the model reads of a value that is not a plain string. */
function describeValue(value: unknown): string {
  if (!isRecord(value)) return value === undefined ? '' : JSON.stringify(value, null, 2);
  if (value['type'] === 'image' || value['type'] === 'document') {
    const inner = isRecord(value['source']) ? value['source'] : {};
    return `[${textMember(value, 'type')}: ${textMember(inner, 'media_type')}, ${textMember(inner, 'data').length} characters of base64]`;
  }
  if ('input_schema' in value)
    return `${textMember(value, 'name')}\n${textMember(value, 'description')}\n${JSON.stringify(value['input_schema'], null, 2)}`;
  if (value['type'] === 'tool_use') return `${textMember(value, 'name')} ${JSON.stringify(value['input'], null, 2)}`;
  return JSON.stringify(value, null, 2);
}
