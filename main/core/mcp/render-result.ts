import type { ResultContent } from '../../../shared/model/block';
import type { ServerContent, ServerToolResult } from './server-connection';

/** What a provider takes of images; others are named in words. */
const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
const MOST_IMAGES = 20;
/** Base64 characters of one image: 5 MB. */
const LARGEST_IMAGE = 7_000_000;

type Block = Exclude<ResultContent, string>[number];

/** The result of a server's tool as content for the model: texts, images that it can see, links, and words for everything else. */
export function renderResult({ content, structured }: ServerToolResult): ResultContent {
  const blocks = renderContents(content);
  const hasText = blocks.some((block) => block.type === 'text');
  if (structured !== undefined && !hasText) blocks.push({ type: 'text', text: JSON.stringify(structured, undefined, 2) });
  const [only] = blocks;
  return blocks.length === 1 && only?.type === 'text' && typeof only['text'] === 'string' ? only['text'] : blocks;
}

export function renderContents(content: readonly ServerContent[]): Block[] {
  let images = 0;
  return content.map((part): Block => {
    if (part.type !== 'image') return { type: 'text', text: describePart(part) };
    images += 1;
    if (!IMAGES.has(part.mimeType) || part.data.length > LARGEST_IMAGE || images > MOST_IMAGES)
      return { type: 'text', text: describePart(part) };
    return { type: 'image', source: { type: 'base64', media_type: part.mimeType, data: part.data } };
  });
}

/** A part in words: its text, or what it is. */
export function describePart(part: ServerContent): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[${part.type === 'image' ? 'An image' : 'A sound'} of type ${part.mimeType}, ${bytesOf(part.data)} bytes, that cannot be shown here]`;
    case 'resource':
      if (part.text !== undefined) return `[Resource ${part.uri}]\n${part.text}`;
      return `[Resource ${part.uri} of type ${part.mimeType ?? 'unknown'}, ${bytesOf(part.blob ?? '')} bytes, that cannot be shown here]`;
    case 'resource_link': {
      const what = [part.mimeType, part.description].filter((text) => text !== undefined && text !== '').join(', ');
      return `[Link to resource ${part.uri} (${part.name})${what === '' ? '' : `: ${what}`}]`;
    }
  }
}

/** Of base64. */
export function bytesOf(data: string): number {
  return Math.floor((data.length * 3) / 4) - (data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0);
}
