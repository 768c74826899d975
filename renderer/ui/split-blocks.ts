export interface TextBlock {
  /** Offset in the whole text: stable while the text only grows. */
  start: number;
  text: string;
}

/** Beginning to parse costs as much as some hundred characters: short paragraphs are parsed together. */
const SMALLEST = 300;
const FENCE = /^ {0,3}(```+|~~~+)/;
const CONTINUES = /^(\s|[-*+>|]|\d+[.)])/;

/**
 * Cuts Markdown at blank lines outside of fences into pieces that can be parsed on their own. A piece that may belong to the
 * one before (indented, a list item, a quote, a table row) stays with it, so that lists keep their numbers; so does what follows
 * a piece that is shorter than `SMALLEST`.
 */
export function splitBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let start = 0;
  let at = 0;
  let fence: string | undefined;
  let blank = false;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (!fence && blank && at - start >= SMALLEST && line.trim() !== '' && !CONTINUES.test(line)) {
      const piece = text.slice(start, at);
      if (piece.trim() !== '') blocks.push({ start, text: piece });
      start = at;
    }
    if (mark && !fence) fence = mark;
    else if (mark && fence && mark.startsWith(fence)) fence = undefined;
    blank = line.trim() === '';
    at += line.length + 1;
  }
  const rest = text.slice(start);
  if (rest.trim() !== '') blocks.push({ start, text: rest });
  return blocks;
}
