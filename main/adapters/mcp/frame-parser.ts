import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { workerPath } from '../files/app-root';
import { WorkerThread } from '../threads/worker-thread';
import { HeldTexts } from './held-texts';
import { type PackedText, unpackText } from './packed-texts';

export interface FrameJob {
  chunks: Uint8Array[];
  nonce: string;
}

export interface FrameAnswer {
  value: unknown;
  /** Long texts by the names that stand for them. */
  texts: Array<[name: string, text: PackedText]>;
}

export interface FrameParser {
  /** What is held of the messages that were parsed off this thread. */
  readonly held: HeldTexts;
  /** The JSON value of a message: at once where it is small, else a promise, and its long texts are held. Throws, or rejects, for what is no JSON. */
  parse(chunks: Buffer[], bytes: number): unknown;
  close(): Promise<void>;
}

/** Larger messages are parsed by a thread: a mebibyte of JSON takes a few milliseconds. */
const LARGE = 1_048_576;

/** One for all servers, so that one thread at most is started. */
export function createFrameParser(worker = workerPath('parse-frame')): FrameParser {
  const thread = new WorkerThread(worker);
  const nonce = randomBytes(16).toString('hex');
  const held = new HeldTexts();

  async function parseInThread(chunks: Buffer[]): Promise<unknown> {
    const job: FrameJob = { chunks, nonce };
    const { value, texts } = await thread.ask<FrameAnswer>(job, transferable(chunks));
    const unpacked = new Map<string, string>();
    for (const [name, text] of texts) unpacked.set(name, await unpackText(text));
    held.add(unpacked);
    return value;
  }

  return {
    held,
    parse(chunks, bytes) {
      if (bytes > LARGE && existsSync(worker)) return parseInThread(chunks);
      return JSON.parse(Buffer.concat(chunks, bytes).toString('utf8'));
    },
    close: () => thread.close(),
  };
}

/** Memory that belongs to one piece alone is handed over, not copied. */
function transferable(chunks: readonly Buffer[]): ArrayBuffer[] {
  const whole = chunks.filter(({ buffer, byteLength }) => buffer instanceof ArrayBuffer && byteLength === buffer.byteLength);
  return [...new Set(whole.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])))];
}
