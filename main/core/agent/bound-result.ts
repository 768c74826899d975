import type { ResultContent } from '../../../shared/model/block';
import { cutEnd, cutStart } from '../../../shared/text/cut-text';

/** Share of the bound that goes to the beginning: errors and summaries tend to stand at the end. */
const HEAD_SHARE = 0.6;

/** Keeps the whole text somewhere and says in words how the model gets at it. */
export type KeepRest = (text: string) => Promise<string>;

/**
 * A result within `bound` characters. Cut once, on entry, never later: head and tail with a note between them. Images and
 * documents pass. Text blocks share the bound in their order.
 */
export async function boundResult(content: ResultContent, bound: number, keep: KeepRest): Promise<ResultContent> {
  if (typeof content === 'string') return boundText(content, bound, keep);
  const total = content.reduce((sum, block) => sum + ('text' in block && typeof block.text === 'string' ? block.text.length : 0), 0);
  if (total <= bound) return content;
  let left = bound;
  const bounded: typeof content = [];
  for (const block of content) {
    if (!('text' in block) || typeof block.text !== 'string') {
      bounded.push(block);
      continue;
    }
    const text = await boundText(block.text, left, keep);
    left = Math.max(0, left - Math.min(block.text.length, left));
    bounded.push({ type: 'text', text });
  }
  return bounded;
}

async function boundText(text: string, bound: number, keep: KeepRest): Promise<string> {
  if (text.length <= bound) return text;
  const head = cutStart(text, Math.floor(bound * HEAD_SHARE));
  const tail = cutEnd(text, bound - Math.floor(bound * HEAD_SHARE));
  const left = text.length - head.length - tail.length;
  return `${head}\n\n[${left} of ${text.length} characters left out here. ${await keep(text)}]\n\n${tail}`;
}
