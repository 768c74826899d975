import { type ContentBlock, isImageBlock, isToolResultBlock, isToolUseBlock, otherBlockSchema } from '../../../shared/model/block';
import type { Item, ItemView, ToolCallItem } from '../../../shared/model/item';
import { cutStart } from '../../../shared/text/cut-text';
import { listHidden } from '../secrets/placeholders';
import { readWholeText } from './item-text';
import { isLost, LOST_WORDS, type PartReader, readBlock, textOfBlock } from './part-text';

/** Longest text of each kind in a view, in UTF-16 units. */
export const VIEW_TEXT_LIMIT = 65_536;
/** Of a tool's result, which is folded up as a rule and read by pages from there on. */
export const VIEW_RESULT_LIMIT = 16_384;

/** An item with what a client needs to draw it. Words stand for the texts of damaged parts; `more`: something was cut. */
export async function readItemView(reader: PartReader, item: Item): Promise<ItemView> {
  switch (item.kind) {
    case 'tool-call':
      return readToolView(reader, item);
    case 'user-text': {
      const images = await readImages(
        reader,
        item.placed.map(({ part }) => part),
      );
      const view = bodyView(item, await readWholeText(reader, item, 'text'));
      return images.length === 0 ? view : { ...view, images };
    }
    case 'notice':
      return { item, more: false };
    default:
      return bodyView(item, await readWholeText(reader, item, 'text'));
  }
}

function bodyView(item: Item, text: string): ItemView {
  return { item, text: cutStart(text, VIEW_TEXT_LIMIT), ...hiddenIn(text), more: text.length > VIEW_TEXT_LIMIT };
}

function hiddenIn(text: string): Pick<ItemView, 'hidden'> {
  const hidden = listHidden(text);
  return hidden.length === 0 ? {} : { hidden };
}

async function readToolView(reader: PartReader, item: ToolCallItem): Promise<ItemView> {
  const view: ItemView = { item, more: false };
  const use = await readBlock(reader, item.part);
  if (use !== undefined && isToolUseBlock(use)) {
    const bounded = boundValue(use.input, VIEW_TEXT_LIMIT);
    view.input = bounded.value;
    if (bounded.cut) view.more = true;
  }
  if (isLost(use)) view.input = LOST_WORDS;
  const result = await readBlock(reader, item.result);
  if (isLost(result)) view.result = { text: LOST_WORDS, isError: true, images: 0, chars: LOST_WORDS.length };
  if (result !== undefined && isToolResultBlock(result)) {
    const text = textOfBlock(result);
    const images = imagesOf(result.content);
    view.result = { text: cutStart(text, VIEW_RESULT_LIMIT), isError: result.is_error === true, images: images.length, chars: text.length };
    if (images.length > 0) view.images = images;
    Object.assign(view, hiddenIn(text));
    if (text.length > VIEW_RESULT_LIMIT) view.more = true;
  }
  if (item.display?.type === 'change') {
    const patch = await readWholeText(reader, item, 'patch');
    view.patch = cutStart(patch, VIEW_TEXT_LIMIT);
    if (patch.length > VIEW_TEXT_LIMIT) view.more = true;
  }
  if (item.display?.type === 'shell' && item.display.spill !== undefined) view.more = true;
  return view;
}

async function readImages(
  reader: PartReader,
  parts: ReadonlyArray<{ hash: string; at: number; size: number }>,
): Promise<Array<{ mediaType: string; data: string }>> {
  const blocks: Array<ContentBlock | undefined> = [];
  for (const part of parts) blocks.push(await readBlock(reader, part));
  return imagesOf(blocks);
}

function imagesOf(content: unknown): Array<{ mediaType: string; data: string }> {
  if (!Array.isArray(content)) return [];
  return content.flatMap((value) => {
    const block: ContentBlock | undefined = otherBlockSchema.safeParse(value).data;
    if (block === undefined || !isImageBlock(block)) return [];
    return [{ mediaType: block.source.media_type, data: block.source.data }];
  });
}

/** A copy of a JSON value whose strings have `limit` characters in sum at most. */
function boundValue(value: unknown, limit: number): { value: unknown; cut: boolean } {
  let left = limit;
  let cut = false;
  const bound = (part: unknown): unknown => {
    if (typeof part === 'string') {
      const kept = cutStart(part, Math.max(0, left));
      left -= kept.length;
      if (kept.length < part.length) cut = true;
      return kept;
    }
    if (Array.isArray(part)) return part.map(bound);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, bound(inner)]));
  };
  return { value: bound(value), cut };
}
