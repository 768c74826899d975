import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

export interface UnifiedDiff {
  patch: string;
  added: number;
  removed: number;
}

const CONTEXT_LINES = 3;
/** Beyond this many edited lines the differing parts count as unrelated, so that a diff never takes long. */
const MOST_EDITS = 400;

/** Unified diff with three lines of context. `before` undefined: the file is new. Never cut. */
export function unifiedDiff(path: string, before: string | undefined, after: string): UnifiedDiff {
  const window = differingWindow(before ?? '', after);
  const options = { context: CONTEXT_LINES, maxEditLength: MOST_EDITS };
  const compared = structuredPatch(
    before === undefined ? '/dev/null' : path,
    path,
    window.before,
    window.after,
    undefined,
    undefined,
    options,
  );
  const hunks = compared?.hunks ?? [replacement(window)];
  const moved = hunks.map((hunk) => ({ ...hunk, oldStart: hunk.oldStart + window.line, newStart: hunk.newStart + window.line }));
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    patch: formatPatch(
      {
        oldFileName: before === undefined ? '/dev/null' : path,
        newFileName: path,
        oldHeader: undefined,
        newHeader: undefined,
        hunks: moved,
      },
      FILE_HEADERS_ONLY,
    ),
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}

interface DifferingWindow {
  before: string;
  after: string;
  /** Lines in front of it. */
  line: number;
}

/** The whole lines that differ, with their context: what comes before and after is equal and need not be compared. */
function differingWindow(before: string, after: string): DifferingWindow {
  const shorter = Math.min(before.length, after.length);
  const lead = commonLength(shorter, (from, to) => before.slice(from, to) === after.slice(from, to));
  const trail = commonLength(shorter - lead, (from, to) => fromEnd(before, from, to) === fromEnd(after, from, to));
  let start = lead;
  for (let line = 0; line <= CONTEXT_LINES && start > 0; line += 1)
    start = line === 0 ? lineStart(before, start) : lineStart(before, start - 1);
  let end = before.length - trail;
  for (let line = 0; line <= CONTEXT_LINES; line += 1) end = lineEnd(before, end);
  return {
    before: before.slice(start, end),
    after: after.slice(start, after.length - (before.length - end)),
    line: countLines(before, start),
  };
}

/** How far two texts are equal: by blocks, which compare fast, then by characters. */
function commonLength(most: number, equal: (from: number, to: number) => boolean): number {
  let length = 0;
  for (const step of [4096, 64, 1]) while (length + step <= most && equal(length, length + step)) length += step;
  return length;
}

function fromEnd(text: string, from: number, to: number): string {
  return text.slice(text.length - to, text.length - from);
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function replacement(window: DifferingWindow) {
  const removed = linesOf(window.before);
  const added = linesOf(window.after);
  const marked = (sign: string, { lines, open }: { lines: string[]; open: boolean }) => [
    ...lines.map((line) => sign + line),
    ...(open ? ['\\ No newline at end of file'] : []),
  ];
  return {
    oldStart: 1,
    oldLines: removed.lines.length,
    newStart: 1,
    newLines: added.lines.length,
    lines: [...marked('-', removed), ...marked('+', added)],
  };
}

function linesOf(text: string): { lines: string[]; open: boolean } {
  const lines = text.split('\n');
  const open = lines[lines.length - 1] !== '';
  return { lines: open ? lines : lines.slice(0, -1), open };
}
