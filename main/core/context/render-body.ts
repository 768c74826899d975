import type { CacheMark, PartRef, PlacedPart, ResolvedRecipe } from '../../../shared/model/part';

/**
 * The wire form of a request, in one place (invariant 1): head members, then `system`, `tools`, `messages`; every message in block form.
 * A part's JSON text goes in as it is stored. A cache mark becomes the last member of its block.
 */
export type ReadText = (ref: PartRef) => string;

export interface RenderedMessage {
  text: string;
  /** Offset of each block's closing brace in `text`: where a mark is put in. */
  blockEnds: number[];
  /** UTF-8 length of `text`. */
  bytes: number;
}

/** Where a placed part lies in the body text. */
export interface BlockPlace {
  pointer: string;
  start: number;
  end: number;
  placed: PlacedPart;
}

export function renderMark(mark: Pick<CacheMark, 'ttl'>): string {
  return `,"cache_control":${JSON.stringify({ type: 'ephemeral', ...(mark.ttl === undefined ? {} : { ttl: mark.ttl }) })}`;
}

/** `partBytes` is the sum of the blocks' UTF-8 lengths. */
export function renderMessage(role: 'user' | 'assistant', blocks: readonly string[], partBytes: number): RenderedMessage {
  const head = `{"role":"${role}","content":[`;
  const blockEnds: number[] = [];
  let length = head.length;
  let chars = 0;
  for (const block of blocks) {
    length += block.length + 1;
    chars += block.length;
    blockEnds.push(length - 2);
  }
  const text = `${head}${blocks.join(',')}]}`;
  return { text, blockEnds, bytes: text.length - chars + partBytes };
}

/** A rendered message with marks on some of its blocks. */
export function markMessage(message: RenderedMessage, marks: ReadonlyMap<number, Pick<CacheMark, 'ttl'>>): string {
  let text = '';
  let from = 0;
  for (const [block, mark] of [...marks].sort(([a], [b]) => a - b)) {
    const at = message.blockEnds[block];
    if (at === undefined) continue;
    text += message.text.slice(from, at) + renderMark(mark);
    from = at;
  }
  return text + message.text.slice(from);
}

export function markBlock(block: string, mark: Pick<CacheMark, 'ttl'> | undefined): string {
  return mark === undefined ? block : `${block.slice(0, -1)}${renderMark(mark)}}`;
}

/** Everything before the messages: head, system and tools. A field without members is left out. */
export function renderFront(head: Record<string, unknown>, system: readonly string[], tools: readonly string[]): string {
  const members = JSON.stringify(head).slice(1, -1);
  return `{${members === '' ? '' : `${members},`}${renderField('system', system)}${renderField('tools', tools)}"messages":[`;
}

function renderField(name: string, blocks: readonly string[]): string {
  return blocks.length === 0 ? '' : `"${name}":[${blocks.join(',')}],`;
}

export const BODY_END = ']}';

/** The exact body of a resolved recipe. */
export function renderBody(recipe: ResolvedRecipe, read: ReadText): string {
  return layoutBody(recipe, read).body;
}

/** The exact body together with where each part lies in it; one pass, nothing is parsed. */
export function layoutBody(recipe: ResolvedRecipe, read: ReadText): { body: string; places: BlockPlace[] } {
  const marks = new Map(recipe.marks.map((mark) => [mark.pointer, mark]));
  const chunks: string[] = [];
  const places: BlockPlace[] = [];
  let length = 0;
  const add = (text: string): void => {
    chunks.push(text);
    length += text.length;
  };
  const addBlocks = (prefix: string, blocks: readonly PlacedPart[]): void => {
    blocks.forEach((placed, index) => {
      if (index > 0) add(',');
      const pointer = `${prefix}/${index}`;
      const start = length;
      add(markBlock(read(placed.part), marks.get(pointer)));
      places.push({ pointer, start, end: length, placed });
    });
  };
  const members = JSON.stringify(recipe.head).slice(1, -1);
  add(members === '' ? '{' : `{${members},`);
  for (const name of ['system', 'tools'] as const) {
    if (recipe[name].length === 0) continue;
    add(`"${name}":[`);
    addBlocks(`/${name}`, recipe[name]);
    add('],');
  }
  add('"messages":[');
  recipe.messages.forEach((message, index) => {
    add(`${index > 0 ? ',' : ''}{"role":"${message.role}","content":[`);
    addBlocks(`/messages/${index}/content`, message.blocks);
    add(']}');
  });
  add(BODY_END);
  return { body: chunks.join(''), places };
}
