import { setImmediate as nextTurn } from 'node:timers/promises';

/** A long text on its way from a thread: in shared memory, which is not copied. */
export interface PackedText {
  bytes: Uint8Array;
  encoding: 'latin1' | 'utf16le';
}

/** Bytes that are made into text in one go: about a millisecond. */
const PER_TURN = 4 * 1_048_576;

export function packText(text: string): PackedText {
  const encoding = /^[\0-\xff]*$/.test(text) ? 'latin1' : 'utf16le';
  const bytes = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(text, encoding)));
  Buffer.from(bytes.buffer).write(text, encoding);
  return { bytes, encoding };
}

/** The text again, piece by piece with pauses, so that however long it is it does not hold the thread. */
export async function unpackText({ bytes, encoding }: PackedText): Promise<string> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = '';
  for (let from = 0; from < whole.length; from += PER_TURN) {
    text += whole.toString(encoding, from, from + PER_TURN);
    await nextTurn();
  }
  return text;
}
