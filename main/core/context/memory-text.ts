/** A stretch of a memory file that reaches the model: verbatim text with its 1-based, inclusive lines. */
export interface MemoryPiece {
  text: string;
  startLine: number;
  endLine: number;
}

const BLANK_OUT = /[^\n]/g;

/** The text with fenced code blocks and code spans overwritten by blanks: same length, same lines. */
export function maskCode(text: string): string {
  let fence: { mark: string; size: number } | undefined;
  const masked = text.split('\n').map((line) => {
    const open = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence === undefined) {
      if (open === null || (open[1]?.startsWith('`') && open[2]?.includes('`'))) return line;
      fence = { mark: (open[1] ?? '`').charAt(0), size: (open[1] ?? '').length };
      return line.replace(BLANK_OUT, ' ');
    }
    const close = /^ {0,3}(`{3,}|~{3,})[ \t\r]*$/.exec(line);
    if (close?.[1]?.startsWith(fence.mark) && close[1].length >= fence.size) fence = undefined;
    return line.replace(BLANK_OUT, ' ');
  });
  return masked.join('\n').replace(/(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])*?[^`])\1(?!`)/g, (span) => span.replace(BLANK_OUT, ' '));
}

/** Ranges of HTML comments that begin a block (at most three blanks before them), outside code. Unclosed ones are left alone. */
export function findBlockComments(text: string, masked: string): Array<{ start: number; end: number }> {
  const found: Array<{ start: number; end: number }> = [];
  const opening = /^ {0,3}<!--/gm;
  for (let match = opening.exec(masked); match !== null; match = opening.exec(masked)) {
    const close = text.indexOf('-->', match.index + match[0].length);
    if (close < 0) break;
    let end = close + 3;
    const rest = /^[ \t\r]*(\n|$)/.exec(text.slice(end, end + 1_000));
    if (rest !== null) end += rest[0].length;
    found.push({ start: match.index, end });
    opening.lastIndex = Math.max(end, opening.lastIndex);
  }
  return found;
}

/** Cuts ranges out of a text and keeps the lines of what stays. `firstLine` is the line number of the text's beginning. */
export function cutRanges(text: string, ranges: ReadonlyArray<{ start: number; end: number }>, firstLine: number): MemoryPiece[] {
  const pieces: MemoryPiece[] = [];
  let line = firstLine;
  let from = 0;
  const keep = (to: number): void => {
    const kept = text.slice(from, to);
    const breaks = countBreaks(kept);
    if (kept.trim() !== '') pieces.push({ text: kept, startLine: line, endLine: line + (kept.endsWith('\n') ? breaks - 1 : breaks) });
    line += breaks;
  };
  for (const range of ranges) {
    keep(range.start);
    line += countBreaks(text.slice(range.start, range.end));
    from = range.end;
  }
  keep(text.length);
  return pieces;
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

export interface ImportMention {
  /** The path as meant: escapes resolved, nothing expanded. */
  path: string;
  line: number;
}

/** `@path` imports of a memory file: not in code, not in stripped comments, blanks in the path escaped by a backslash. */
export function findImports(masked: string, firstLine: number): ImportMention[] {
  const found: ImportMention[] = [];
  const pattern = /(?:^|[\s(])@((?:\\.|[^\s\\])+)/g;
  for (let match = pattern.exec(masked); match !== null; match = pattern.exec(masked)) {
    const path = (match[1] ?? '').replace(/\\(.)/g, '$1');
    const at = match.index + match[0].indexOf('@');
    if (/^(?:~\/|\.{0,2}\/|[\p{L}\p{N}_.])/u.test(path)) found.push({ path, line: firstLine + countBreaks(masked.slice(0, at)) });
  }
  return found;
}
