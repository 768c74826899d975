import type { CacheMark, PlacedPart } from '../../../shared/model/part';
import type { History } from './history';
import type { RenderedMessage } from './render-body';
import { BODY_END, markBlock, markMessage, renderFront } from './render-body';
import { readBlockPointer } from './rewrite-history';

/** The body from texts that are already rendered: only the front and the marked messages are put together anew. */
export async function joinBody(
  history: History,
  tools: readonly PlacedPart[],
  head: Record<string, unknown>,
  messages: readonly RenderedMessage[],
  marks: readonly CacheMark[],
): Promise<{ body: string; bytes: number }> {
  const byPointer = new Map(marks.map((mark) => [mark.pointer, mark]));
  const texts = (field: 'system' | 'tools', parts: readonly PlacedPart[]): Promise<string[]> =>
    Promise.all(parts.map(async (placed, index) => markBlock(await history.textOf(placed), byPointer.get(`/${field}/${index}`))));
  const front = renderFront(head, await texts('system', history.system), await texts('tools', tools));
  const chunks = messages.map((message) => message.text);
  const marked = new Map<number, Map<number, CacheMark>>();
  for (const mark of marks) {
    const at = readBlockPointer(mark.pointer);
    if (at?.block === undefined) continue;
    marked.set(at.message, (marked.get(at.message) ?? new Map<number, CacheMark>()).set(at.block, mark));
  }
  for (const [index, blocks] of marked) {
    const message = messages[index];
    if (message !== undefined) chunks[index] = markMessage(message, blocks);
  }
  const markedLength = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const plainLength = messages.reduce((sum, message) => sum + message.text.length, 0);
  const messageBytes = messages.reduce((sum, message) => sum + message.bytes, 0);
  const commas = Math.max(0, chunks.length - 1);
  const bytes = new TextEncoder().encode(front).length + messageBytes + (markedLength - plainLength) + commas + BODY_END.length;
  return { body: front + chunks.join(',') + BODY_END, bytes };
}
