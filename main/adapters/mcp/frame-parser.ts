import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { workerPath } from '../files/app-root';
import { WorkerThread } from '../threads/worker-thread';
import { HeldTexts } from './held-texts';
import { measureJson } from './measure-json';
import { type PackedText, unpackTexts } from './packed-texts';
import { readFrame } from './read-frame';
import { MOST_LEVELS } from './trim-value';

export interface FrameJob {
  chunks: Uint8Array[];
  nonce: string;
  /** As `readFrame` takes it. */
  mark: string;
}

export interface FrameAnswer {
  value: unknown;
  /** Long texts by the names that stand for them. */
  texts: Array<[name: string, text: PackedText]>;
}

export interface FrameParser {
  /** What is held of the messages that were parsed off this thread. */
  readonly held: HeldTexts;
  /**
   * The JSON value of a message, as `readFrame` gives it: at once where it is light, else a promise, and its long texts are held. Throws,
   * or rejects, for what is no JSON.
   */
  parse(chunks: Buffer[], bytes: number): unknown;
  /** Whether a message is so small and plain that whoever gets it may read it itself. */
  isLight(bytes: Buffer): boolean;
  close(): Promise<void>;
}

/** Messages of more bytes, or more values, are parsed by a thread: either takes a few milliseconds. */
const LARGE = 1_048_576;
const MANY = 5000;

/** One for all servers, so that one thread at most is started. */
export function createFrameParser(worker = workerPath('parse-frame')): FrameParser {
  const thread = new WorkerThread(worker);
  const nonce = randomBytes(16).toString('hex');
  const mark = `left-out-${nonce}`;
  const held = new HeldTexts(mark);

  async function parseInThread(chunks: Buffer[]): Promise<unknown> {
    const job: FrameJob = { chunks, nonce, mark };
    const { value, texts } = await thread.ask<FrameAnswer>(job, transferable(chunks));
    held.add(await unpackTexts(texts));
    return value;
  }

  return {
    held,
    parse(chunks, bytes) {
      const hasThread = () => existsSync(worker);
      if (bytes > LARGE && hasThread()) return parseInThread(chunks);
      const whole = Buffer.concat(chunks, bytes);
      const extent = measureJson(whole);
      return extent.values > MANY && hasThread() ? parseInThread([whole]) : readFrame(whole, mark, extent);
    },
    isLight(bytes) {
      if (bytes.length > LARGE) return false;
      const { values, depth } = measureJson(bytes);
      return values <= MANY && depth <= MOST_LEVELS;
    },
    close: () => thread.close(),
  };
}

/** Memory that belongs to one piece alone is handed over, not copied. */
function transferable(chunks: readonly Buffer[]): ArrayBuffer[] {
  const whole = chunks.filter(({ buffer, byteLength }) => buffer instanceof ArrayBuffer && byteLength === buffer.byteLength);
  return [...new Set(whole.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])))];
}
