import type { FileSystem } from '../ports';
import { numberLines, type NumberedLines } from './number-lines';

const CHUNK = 1024 * 1024;
const LINE_FEED = 10;

/**
 * Lines of a UTF-8 file that is too large to hold, found by reading it in pieces. Reads no further than needed: `total` is the
 * number of lines seen, and `more` says that the file goes on.
 */
export async function readLargeText(
  files: FileSystem,
  path: string,
  size: number,
  first: number,
  limit: number,
  maxChars: number,
  signal: AbortSignal,
): Promise<NumberedLines & { more: boolean }> {
  const skipped = await skipLines(files, path, size, first - 1, signal);
  if (skipped.lines < first - 1) return { text: '', first, last: first - 1, total: skipped.lines + 1, more: false };
  const bytes = await files.readRange(path, skipped.offset, CHUNK);
  const end = bytes.lastIndexOf(LINE_FEED);
  const atEnd = skipped.offset + bytes.length >= size;
  const whole = atEnd || end === -1 ? bytes : bytes.subarray(0, end + 1);
  const lines = numberLines(new TextDecoder().decode(whole), 1, limit, maxChars);
  const text = lines.text.replace(/^ *(\d+)\t/gm, (_, number: string) => `${String(Number(number) + first - 1).padStart(6)}\t`);
  const total = lines.total + first - 1;
  return { text, first, last: lines.last + first - 1, total, more: !atEnd || lines.last < lines.total };
}

async function skipLines(
  files: FileSystem,
  path: string,
  size: number,
  count: number,
  signal: AbortSignal,
): Promise<{ offset: number; lines: number }> {
  let lines = 0;
  let offset = 0;
  while (lines < count && offset < size && !signal.aborted) {
    const bytes = await files.readRange(path, offset, CHUNK);
    if (bytes.length === 0) break;
    let at = -1;
    while (lines < count) {
      at = bytes.indexOf(LINE_FEED, at + 1);
      if (at === -1) break;
      lines += 1;
    }
    offset += at === -1 ? bytes.length : at + 1;
  }
  return { offset, lines };
}
