import { setImmediate as nextTurn } from 'node:timers/promises';

/** A long text on its way from a thread: in shared memory, which is not copied. */
export interface PackedText {
  bytes: Uint8Array;
  encoding: 'latin1' | 'utf16le';
}

/** Bytes that are made into text in one go: about a millisecond. */
const PER_TURN = 4 * 1_048_576;
/** What the shortest text counts for there. */
const LEAST = 4096;

export function packText(text: string): PackedText {
  const encoding = /^[\0-\xff]*$/.test(text) ? 'latin1' : 'utf16le';
  const bytes = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(text, encoding)));
  Buffer.from(bytes.buffer).write(text, encoding);
  return { bytes, encoding };
}

/** The texts again, piece by piece with pauses, so that however long they are they do not hold the thread. */
export async function unpackTexts(packed: ReadonlyArray<[name: string, text: PackedText]>): Promise<Map<string, string>> {
  const unpacked = new Map<string, string>();
  let since = 0;
  for (const [name, { bytes, encoding }] of packed) {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let text = '';
    for (let from = 0; from < whole.length; from += PER_TURN) {
      const piece = whole.subarray(from, from + PER_TURN);
      text += piece.toString(encoding);
      since += Math.max(piece.length, LEAST);
      if (since < PER_TURN) continue;
      since = 0;
      await nextTurn();
    }
    unpacked.set(name, text);
  }
  return unpacked;
}
