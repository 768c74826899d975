import {
  type ContentBlock,
  isTextBlock,
  isThinkingBlock,
  isToolResultBlock,
  isToolUseBlock,
  otherBlockSchema,
} from '../../../shared/model/block';
import { CodedError } from '../../../shared/model/failure';
import type { PartRef, PlacedPart } from '../../../shared/model/part';

/** What reading a session's texts needs: a `SessionLog` or a `SessionReader`. */
export interface PartReader {
  readPart(ref: PartRef): Promise<string>;
  readBlob(name: string): Promise<Uint8Array>;
}

/** What stands for a part whose bytes are missing or damaged. */
export const LOST_WORDS = '[This part is lost: its stored text is missing or damaged.]';

const LOST: ContentBlock = { type: 'lost' };

/** The content block of a part; one of type `lost` when the part is damaged, undefined when it is no block. */
export async function readBlock(reader: PartReader, ref: PartRef | undefined): Promise<ContentBlock | undefined> {
  if (ref === undefined) return undefined;
  const value = await readJson(reader, ref);
  return value === undefined ? LOST : otherBlockSchema.safeParse(value).data;
}

export function isLost(block: ContentBlock | undefined): boolean {
  return block === LOST;
}

/** The value of a part; undefined when the part is damaged. */
export async function readJson(reader: Pick<PartReader, 'readPart'>, ref: PartRef): Promise<unknown> {
  try {
    return JSON.parse(await reader.readPart(ref));
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof CodedError && error.code === 'not-found')) return undefined;
    throw error;
  }
}

/** JSON text of a part that is a block; words in a block where the part is damaged. */
export async function readPartOrWords(reader: Pick<PartReader, 'readPart'>, ref: PartRef): Promise<string> {
  return JSON.stringify((await readJson(reader, ref)) ?? { type: 'text', text: LOST_WORDS });
}

/** The readable text of a block: empty for images and for what is unknown, words for what is lost. */
export function textOfBlock(block: ContentBlock | undefined): string {
  if (block === undefined) return '';
  if (isLost(block)) return LOST_WORDS;
  if (isTextBlock(block)) return block.text;
  if (isThinkingBlock(block)) return typeof block.thinking === 'string' ? block.thinking : '';
  if (isToolResultBlock(block)) return textOfContent(block.content);
  if (isToolUseBlock(block)) return JSON.stringify(block.input ?? {}, undefined, 2);
  return '';
}

/** Text of a tool result's content, in the order of its blocks. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block) => textOfBlock(otherBlockSchema.safeParse(block).data)).join('\n');
}

/** What the person typed of a placed message; all of its text where no segment says so. */
export async function readTypedText(reader: PartReader, placed: readonly PlacedPart[]): Promise<string> {
  const typed: string[] = [];
  const all: string[] = [];
  for (const { part, segments } of placed) {
    const block = await readBlock(reader, part);
    const text = textOfBlock(block);
    if (text === '') continue;
    all.push(text);
    if (isLost(block)) {
      if (segments.some(({ kind }) => kind === 'user-text')) typed.push(text);
      continue;
    }
    for (const segment of segments) {
      if (segment.kind === 'user-text' && segment.pointer === '/text')
        typed.push(text.slice(segment.start ?? 0, segment.end ?? text.length));
    }
  }
  return (typed.length > 0 ? typed : all).join('\n');
}

/** All text of placed parts. */
export async function readPlacedText(reader: PartReader, placed: readonly PlacedPart[]): Promise<string> {
  const texts: string[] = [];
  for (const { part } of placed) texts.push(textOfBlock(await readBlock(reader, part)));
  return texts.filter((text) => text !== '').join('\n');
}
