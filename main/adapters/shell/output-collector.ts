import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { cutEnd, cutStart } from '../../../shared/text/cut-text';

/** Most bytes of one command's output that are kept on disk; the end beyond it stays visible as the tail. */
export const SPILL_LIMIT = 64 * 1024 * 1024;
const HEAD_SHARE = 0.4;
const NEWLINE = 10;

export interface CollectedOutput {
  head: string;
  tail: string;
  bytes: number;
  chars: number;
  lines: number;
  spilled: boolean;
}

export interface OutputCollector {
  /** Takes a piece of output. Resolves when the disk is ready for more; undefined when it is at once. */
  add(bytes: Uint8Array): Promise<void> | undefined;
  /** Flushes the decoder and the file. */
  end(): Promise<CollectedOutput>;
}

/**
 * Keeps the first and the last characters of an output in bounded memory (invariant 5) and writes the whole of it to `spillPath` once it is
 * longer than `maxChars`. The file has at most `spillLimit` bytes and then a line that says so.
 */
export function createOutputCollector(options: {
  maxChars: number;
  spillPath: string;
  spillLimit?: number;
  /** Write the file from the first byte on, for an output that is looked at while it grows and when nobody waits for its end. */
  spillAlways?: boolean;
  onText(text: string): void;
}): OutputCollector {
  const headChars = Math.floor(options.maxChars * HEAD_SHARE);
  const tailChars = options.maxChars - headChars;
  const spill = createSpill(options.spillPath, options.spillLimit ?? SPILL_LIMIT);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let beginning: Uint8Array[] | undefined = options.spillAlways === true ? undefined : [];
  let text = '';
  let head: string | undefined;
  let chars = 0;
  let bytes = 0;
  let lines = 0;
  let lastByte = NEWLINE;

  function addText(piece: string): void {
    if (piece === '') return;
    chars += piece.length;
    text += piece;
    if (head === undefined && text.length > options.maxChars) {
      head = cutStart(text, headChars);
    }
    if (head !== undefined && text.length > tailChars * 2 + 65_536) text = text.slice(-tailChars - 1);
    options.onText(piece);
  }

  return {
    add(piece) {
      bytes += piece.length;
      lines += countLines(piece);
      if (piece.length > 0) lastByte = piece[piece.length - 1] ?? lastByte;
      addText(decoder.decode(piece, { stream: true }));
      if (beginning === undefined) return spill.write(piece);
      beginning.push(piece);
      if (head === undefined) return undefined;
      const pieces = beginning;
      beginning = undefined;
      return spill.write(Buffer.concat(pieces));
    },
    async end() {
      addText(decoder.decode());
      if (lastByte !== NEWLINE) lines += 1;
      if (head !== undefined && beginning !== undefined) void spill.write(Buffer.concat(beginning));
      const spilled = await spill.end();
      if (head === undefined) return { head: text, tail: '', bytes, chars, lines, spilled };
      return { head, tail: cutEnd(text, tailChars), bytes, chars, lines, spilled };
    },
  };
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  // By place: an iterator costs several times the comparison, and a flood has millions of bytes.
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === NEWLINE) count += 1;
  return count;
}

/** The file is made on the first write. A failing disk ends the spilling, never the command. */
function createSpill(path: string, limit: number) {
  let stream: WriteStream | undefined;
  let written = 0;
  let failed = false;
  let full = false;

  function open(): WriteStream {
    if (stream !== undefined) return stream;
    makeFolder(dirname(path));
    const opened = createWriteStream(path, { mode: 0o600 });
    opened.on('error', () => {
      failed = true;
    });
    stream = opened;
    return opened;
  }

  return {
    write(piece: Uint8Array): Promise<void> | undefined {
      if (failed || full) return undefined;
      const file = open();
      let fits = file.write(piece.subarray(0, limit - written));
      written += piece.length;
      if (written > limit) {
        full = true;
        fits = file.write(`\n[output beyond ${limit} bytes is not kept]\n`);
      }
      if (fits) return undefined;
      return new Promise((resolve) => {
        const done = () => {
          file.off('drain', done);
          file.off('close', done);
          resolve();
        };
        file.once('drain', done);
        file.once('close', done);
      });
    },
    end(): Promise<boolean> {
      const file = stream;
      if (file === undefined) return Promise.resolve(false);
      return new Promise((resolve) => {
        if (file.closed) resolve(!failed);
        else {
          file.once('close', () => resolve(!failed));
          file.end();
        }
      });
    },
  };
}

/** The session's folder is there, the one for outputs perhaps not. Where it cannot be made, opening the file fails. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch {
    // The stream's own error counts.
  }
}
