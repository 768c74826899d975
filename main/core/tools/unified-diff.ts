import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk, structuredPatch } from 'diff';
import { cutStart } from '../../../shared/text/cut-text';

export interface UnifiedDiff {
  patch: string;
  added: number;
  removed: number;
}

const CONTEXT_LINES = 3;
/** Beyond this many edited lines the differing parts count as unrelated, so that a diff never takes long. */
const MOST_EDITS = 400;

/** Beyond this many characters that differ, of both texts, they are not compared by lines: it would take too long. */
const MOST_COMPARED = 400_000;
/** Characters of each of the two that are shown then. */
const SHOWN_OF_LARGE = 10_000;
/** Lines counted in one go. */
const LINES_AT_ONCE = 20_000;

/** Unified diff with three lines of context. `before` undefined: the file is new. Never cut: for texts that are known to be small. */
export function unifiedDiff(path: string, before: string | undefined, after: string): UnifiedDiff {
  return compareWindow(path, before, differingWindow(before ?? '', after));
}

/**
 * The same for texts of any size: where very much differs, one hunk shows how both begin, and its heading says how much it leaves out.
 *
 * @param pace - awaited between the steps
 */
export async function boundedDiff(
  path: string,
  before: string | undefined,
  after: string,
  pace: () => Promise<void>,
): Promise<UnifiedDiff> {
  await pace();
  const window = differingWindow(before ?? '', after);
  await pace();
  if (window.before.length + window.after.length <= MOST_COMPARED) return compareWindow(path, before, window);
  const removed = await countAllLines(window.before, pace);
  const added = await countAllLines(window.after, pace);
  const shown = replacement({ ...window, before: beginningOf(window.before), after: beginningOf(window.after) });
  const heading = `Too large to be compared by lines. Only the beginning is shown of ${removed} removed and ${added} added lines.`;
  const patch = formatHunks(path, before, [shown], window.line);
  return { patch: patch.replace(' @@\n', () => ` @@ ${heading}\n`), added, removed };
}

function compareWindow(path: string, before: string | undefined, window: DifferingWindow): UnifiedDiff {
  const options = { context: CONTEXT_LINES, maxEditLength: MOST_EDITS };
  const compared = structuredPatch(oldName(path, before), path, window.before, window.after, undefined, undefined, options);
  const hunks = compared?.hunks ?? [replacement(window)];
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    patch: formatHunks(path, before, hunks, window.line),
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
  };
}

function oldName(path: string, before: string | undefined): string {
  return before === undefined ? '/dev/null' : path;
}

/** `line`: lines in front of what the hunks count from. */
function formatHunks(path: string, before: string | undefined, hunks: readonly StructuredPatchHunk[], line: number): string {
  const moved = hunks.map((hunk) => ({ ...hunk, oldStart: hunk.oldStart + line, newStart: hunk.newStart + line }));
  const names = { oldFileName: oldName(path, before), newFileName: path };
  return formatPatch({ ...names, oldHeader: undefined, newHeader: undefined, hunks: moved }, FILE_HEADERS_ONLY);
}

/** Whole lines, or a part of the first one where that is longer. */
function beginningOf(text: string): string {
  if (text.length <= SHOWN_OF_LARGE) return text;
  const end = text.lastIndexOf('\n', SHOWN_OF_LARGE) + 1;
  return end === 0 ? `${cutStart(text, SHOWN_OF_LARGE)} …\n` : text.slice(0, end);
}

async function countAllLines(text: string, pace: () => Promise<void>): Promise<number> {
  let count = 0;
  let at = text.indexOf('\n');
  for (; at !== -1; at = text.indexOf('\n', at + 1)) {
    count += 1;
    if (count % LINES_AT_ONCE === 0) await pace();
  }
  return text === '' || text.endsWith('\n') ? count : count + 1;
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
