import { cutCodePoints } from '../../../shared/text/cut-text';

export const LONGEST_LINE = 2000;
const LINE_END = /\r+\n|\r|\n/g;

export interface NumberedLines {
  text: string;
  /** 1-based and inclusive; `last` is `first - 1` when there is none. */
  first: number;
  last: number;
  total: number;
}

/** Lines from the 1-based `first` on, at most `limit` and about `maxChars` characters, as `cat -n` numbers them. */
export function numberLines(text: string, first: number, limit: number, maxChars: number): NumberedLines {
  const pieces: string[] = [];
  let number = 0;
  let chars = 0;
  let last = first - 1;
  let full = false;
  for (const [start, end] of lineRanges(text)) {
    number += 1;
    if (number < first || full) continue;
    const numbered = `${String(number).padStart(6)}\t${shortLine(text.slice(start, end))}\n`;
    full = number >= first + limit || (chars > 0 && chars + numbered.length > maxChars);
    if (full) continue;
    pieces.push(numbered);
    chars += numbered.length;
    last = number;
  }
  return { text: pieces.join(''), first, last, total: number };
}

function* lineRanges(text: string): Generator<[start: number, end: number]> {
  let at = 0;
  if (text.includes('\r')) {
    for (const match of text.matchAll(LINE_END)) {
      yield [at, match.index];
      at = match.index + match[0].length;
    }
  } else {
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
      yield [at, end];
      at = end + 1;
    }
  }
  if (at < text.length) yield [at, text.length];
}

function shortLine(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  const shown = cutCodePoints(line, LONGEST_LINE);
  return shown.length === line.length ? line : `${shown} [line cut: ${line.length - shown.length} more characters]`;
}
