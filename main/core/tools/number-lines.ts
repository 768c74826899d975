import { cutCodePoints } from '../../../shared/text/cut-text';

const LONGEST_LINE = 2000;
const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;

export interface NumberedLines {
  text: string;
  /** 1-based and inclusive; `last` is `first - 1` when there is none. */
  first: number;
  last: number;
  total: number;
}

/** Lines from the 1-based `first` on, at most `limit` and about `maxChars` characters, as `cat -n` numbers them. */
export function numberLines(text: string, first: number, limit: number, maxChars: number): NumberedLines {
  const nextLine = createLineFinder(text);
  const pieces: string[] = [];
  let number = 0;
  let chars = 0;
  let last = first - 1;
  let full = false;
  for (let line = nextLine(); line !== undefined; line = nextLine()) {
    number += 1;
    if (number < first || full) continue;
    const numbered = `${String(number).padStart(6)}\t${shortLine(text.slice(line.start, line.end))}\n`;
    full = number >= first + limit || (chars > 0 && chars + numbered.length > maxChars);
    if (full) continue;
    pieces.push(numbered);
    chars += numbered.length;
    last = number;
  }
  return { text: pieces.join(''), first, last, total: number };
}

/** Line after line. CR CR LF (a file converted twice) is one line end, as for edits. */
function createLineFinder(text: string): () => { start: number; end: number } | undefined {
  const found = { start: 0, end: 0 };
  let next = 0;
  let feed = text.indexOf('\n');
  let carriage = text.indexOf('\r');
  return () => {
    if (next >= text.length) return undefined;
    if (feed !== -1 && feed < next) feed = text.indexOf('\n', next);
    if (carriage !== -1 && carriage < next) carriage = text.indexOf('\r', next);
    found.start = next;
    if (carriage === -1 || (feed !== -1 && feed < carriage)) {
      found.end = feed === -1 ? text.length : feed;
      next = found.end + 1;
      return found;
    }
    found.end = carriage;
    let behind = carriage;
    while (text.charCodeAt(behind) === CARRIAGE_RETURN) behind += 1;
    next = text.charCodeAt(behind) === LINE_FEED ? behind + 1 : carriage + 1;
    return found;
  };
}

function shortLine(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  const shown = cutCodePoints(line, LONGEST_LINE);
  return shown.length === line.length ? line : `${shown} [line cut: ${line.length - shown.length} more characters]`;
}
