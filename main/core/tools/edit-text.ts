export type EditOutcome =
  | { ok: true; text: string; count: number }
  | { ok: false; kind: 'no-match' | 'not-unique' | 'invalid-input'; message: string };

/** CR CR LF (a file converted twice) is one line end. */
const LINE_END = /\r+\n|\r|\n/g;
const MOST_LINES_NAMED = 10;

/** Occurrences dealt with in one go. */
const AT_ONCE = 5_000;

/**
 * Replaces `before` by `after` in `text` (invariant 3). Both are matched with all line ends taken as equal; everything outside what really
 * differs stays as it is, and new line ends are written as those of the replaced span.
 *
 * @param pace - awaited between the steps: a large file may have a million places
 */
export async function editText(text: string, before: string, after: string, all: boolean, pace: () => Promise<void>): Promise<EditOutcome> {
  const file = await foldLineEnds(text, pace);
  const old = fold(before);
  const replacement = fold(after);
  if (old === '') return { ok: false, kind: 'invalid-input', message: 'old_string is empty. Use Write to create a file.' };
  if (old === replacement)
    return { ok: false, kind: 'invalid-input', message: 'old_string and new_string are the same (line ends count as equal).' };
  const starts = await findAll(file.folded, old, all ? old.length : 1, pace);
  if (starts.length === 0) return { ok: false, kind: 'no-match', message: await explainNoMatch(file.folded, old, pace) };
  if (!all && starts.length > 1) {
    const lines = starts.slice(0, MOST_LINES_NAMED).map((start) => lineAt(file.folded, start));
    const more = starts.length > MOST_LINES_NAMED ? ', …' : '';
    const message = `old_string occurs ${starts.length} times (at lines ${lines.join(', ')}${more}). Give more of the text around it, or set replace_all.`;
    return { ok: false, kind: 'not-unique', message };
  }
  const { lead, trail } = commonEnds(old, replacement);
  const inserted = replacement.slice(lead, replacement.length - trail);
  const hasLineEnds = inserted.includes('\n');
  const pieces: string[] = [];
  let joined: string[] = [];
  let at = 0;
  for (const [count, start] of starts.entries()) {
    const from = file.original(start + lead);
    const to = file.original(start + old.length - trail);
    const end = hasLineEnds ? lineEndFor(text, from, to, file.original(start), file.original(start + old.length)) : '';
    joined.push(text.slice(at, from), hasLineEnds ? inserted.replaceAll('\n', () => end) : inserted);
    at = to;
    if (count % AT_ONCE !== AT_ONCE - 1) continue;
    pieces.push(joined.join(''));
    joined = [];
    await pace();
  }
  pieces.push(...joined, text.slice(at));
  await pace();
  return { ok: true, text: pieces.join(''), count: starts.length };
}

interface FoldedText {
  folded: string;
  /** Offset in the original text of an offset in the folded one. */
  original(offset: number): number;
}

function fold(text: string): string {
  return text.replace(LINE_END, '\n');
}

async function foldLineEnds(text: string, pace: () => Promise<void>): Promise<FoldedText> {
  // Folded offsets just behind each shortened line end, and how many characters have gone up to there.
  const offsets: number[] = [];
  const removed: number[] = [];
  const pieces: string[] = [];
  let total = 0;
  let at = 0;
  for (let start = text.indexOf('\r'); start !== -1; start = text.indexOf('\r', at)) {
    const end = endOfLineEnd(text, start);
    pieces.push(text.slice(at, start));
    at = end;
    if (pieces.length % AT_ONCE === 0) await pace();
    if (end - start === 1) continue;
    total += end - start - 1;
    offsets.push(end - total);
    removed.push(total);
  }
  if (pieces.length === 0) return { folded: text, original: (offset) => offset };
  pieces.push(text.slice(at));
  return {
    folded: pieces.join('\n'),
    original(offset) {
      let low = 0;
      let high = offsets.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((offsets[middle] ?? 0) <= offset) low = middle + 1;
        else high = middle;
      }
      return offset + (removed[low - 1] ?? 0);
    },
  };
}

/** Where the line end that begins with the CR at `start` ends. */
function endOfLineEnd(text: string, start: number): number {
  let at = start;
  while (text[at] === '\r') at += 1;
  return text[at] === '\n' ? at + 1 : start + 1;
}

async function findAll(text: string, part: string, step: number, pace: () => Promise<void>): Promise<number[]> {
  const starts: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + step)) {
    starts.push(at);
    if (starts.length % AT_ONCE === 0) await pace();
  }
  return starts;
}

function commonEnds(a: string, b: string): { lead: number; trail: number } {
  const shorter = Math.min(a.length, b.length);
  let lead = 0;
  while (lead < shorter && a[lead] === b[lead]) lead += 1;
  let trail = 0;
  while (trail < shorter - lead && a[a.length - 1 - trail] === b[b.length - 1 - trail]) trail += 1;
  return { lead, trail };
}

/** The line end of what changes, else of the matched span, else the nearest one after or before it. */
function lineEndFor(text: string, from: number, to: number, start: number, end: number): string {
  const inside = firstLineEnd(text.slice(from, to)) ?? firstLineEnd(text.slice(start, end));
  if (inside !== undefined) return inside;
  const after = firstLineEnd(text.slice(end, end + 100_000));
  if (after !== undefined) return after;
  const ends = text.slice(Math.max(0, start - 100_000), start).match(LINE_END);
  return ends?.[ends.length - 1] ?? '\n';
}

function firstLineEnd(text: string): string | undefined {
  return text.match(/\r+\n|\r|\n/)?.[0];
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

async function explainNoMatch(text: string, old: string, pace: () => Promise<void>): Promise<string> {
  const base = 'old_string was not found in the file.';
  const squeezed = squeeze(old);
  const first = squeezed.split('\n').find((line) => line !== '');
  if (first === undefined) return base;
  const near = await findLine(text, (line) => squeeze(line) === first, pace);
  if (near === undefined) return `${base} No line is like its first one; read the file again.`;
  return `${base} Line ${near} is the same but for spaces, or what follows it differs: copy the text exactly as Read shows it, without the line numbers.`;
}

/** Number of the first line that fits. */
async function findLine(text: string, fits: (line: string) => boolean, pace: () => Promise<void>): Promise<number | undefined> {
  let number = 1;
  for (let at = 0; at <= text.length; number += 1) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? text.length : found;
    if (fits(text.slice(at, end))) return number;
    at = end + 1;
    if (number % AT_ONCE === 0) await pace();
  }
  return undefined;
}

function squeeze(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n');
}
