import { isRecord } from '../../core/kernel/is-record';
import { mapTexts } from '../../core/kernel/map-texts';

/**
 * Long texts of a message on their way round everything that would look through them on the main thread. `holdTexts` puts a name in
 * place of each, `HeldTexts` puts the texts back. Names are valid Base64, as fields with encoded bytes must be, and cannot be guessed.
 */

/** In UTF-16 units. Shorter texts stay where they are, so long as they are not too much together; the shortest always. */
const HELD_FROM = 65_536;
const MOST_TOGETHER = 1_048_576;
const SHORTEST = 64;
/** How long a text waits for whoever asked for it. A message that nobody waits for must not stay in memory. */
const DROP_AFTER_MS = 10_000;

/** A copy of a JSON value with names for its long texts, and the texts by these names. `nonce`: 32 characters of `[0-9a-f]`. */
export function holdTexts(value: unknown, nonce: string): { value: unknown; texts: Map<string, string> } {
  const texts = new Map<string, string>();
  let together = 0;
  const replaced = mapTexts(value, (text) => {
    if (text.length < SHORTEST) return text;
    if (text.length < HELD_FROM && together + text.length <= MOST_TOGETHER) {
      together += text.length;
      return text;
    }
    const name = `held${nonce}${texts.size.toString(16).padStart(8, '0')}`;
    texts.set(name, text);
    return name;
  });
  return { value: replaced, texts };
}

export class HeldTexts {
  readonly #texts = new Map<string, string>();
  readonly #mark: string;

  /** `mark`: the member of `_meta` in which the reader of messages says how much it left out. Nobody else can know it. */
  constructor(mark: string) {
    this.#mark = mark;
  }

  /** Elements and members that a result, or parameters, had more than is read. */
  leftOutOf(told: unknown): number {
    const meta = isRecord(told) ? told['_meta'] : undefined;
    const leftOut = isRecord(meta) ? meta[this.#mark] : undefined;
    return typeof leftOut === 'number' ? leftOut : 0;
  }

  leftOutOfMessage(message: unknown): number {
    return isRecord(message) ? this.leftOutOf(message['result']) + this.leftOutOf(message['params']) : 0;
  }

  add(texts: ReadonlyMap<string, string>): void {
    if (texts.size === 0) return;
    for (const [name, text] of texts) this.#texts.set(name, text);
    setTimeout(() => {
      for (const name of texts.keys()) this.#texts.delete(name);
    }, DROP_AFTER_MS).unref();
  }

  /** The value with its texts in place again. */
  restore<T>(value: T): T;
  restore(value: unknown): unknown {
    return this.#texts.size === 0 ? value : mapTexts(value, (text) => this.#texts.get(text) ?? text);
  }

  /** Bytes of the texts that are held of a value. */
  bytesIn(value: unknown): number {
    let bytes = 0;
    if (this.#texts.size === 0) return bytes;
    mapTexts(value, (text) => {
      const held = this.#texts.get(text);
      if (held !== undefined) bytes += Buffer.byteLength(held);
      return text;
    });
    return bytes;
  }
}
