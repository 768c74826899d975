import type { ShellWord } from './parsed-command';

/** A variable, also one with a value for where it has none, or a mere `$(echo …)`. */
const EXPANSION =
  /\$(?:\{(\w+)(?::?[-=+?]([^{}$`]*))?\}|([A-Za-z_]\w*)|\((?:echo|printf)[ \t]+(?:["']?%s(?:\\n)?["']?[ \t]+)?["']?([^\s"'()`$;&|<>]+)["']?[ \t]*\))/g;
const ASSIGNMENT = /^([A-Za-z_]\w*)(\+?)=(.*)$/s;
/** Of one word, and of one variable. */
const MOST_SPELLINGS = 16;

/** Values that the variables of one text get in it, as far as they stand there: enough to deny by, and never to allow by. */
export class Spellings {
  readonly #values = new Map<string, readonly string[]>();
  /** Variables that have more values than are kept. */
  readonly #cut = new Set<string>();
  /** Whether a word stands for more texts than are kept, so that it may be any. Loops keep the values of their words themselves. */
  isCut = false;

  add(name: string, values: readonly string[]): void {
    const known = this.#values.get(name) ?? [];
    const all = [...new Set([...known, ...values])];
    if (all.length > MOST_SPELLINGS) this.#cut.add(name);
    this.#values.set(name, all.slice(0, MOST_SPELLINGS));
  }

  /** Notes what a word assigns. */
  note(word: ShellWord): void {
    const [, name, more, value = ''] = ASSIGNMENT.exec(word.text) ?? [];
    if (name === undefined) return;
    const values = word.opaque ? this.#spell(value) : [value];
    this.add(name, more === '+' ? (this.#values.get(name) ?? ['']).flatMap((known) => values.map((one) => known + one)) : values);
  }

  /** The word with what it may stand for; itself where nothing is known of it. */
  told(word: ShellWord): ShellWord {
    if (!word.opaque || !word.text.includes('$')) return word;
    const before = this.isCut;
    const spellings = this.#spell(word.text);
    if (word.values !== undefined) this.isCut = before;
    return spellings.length === 0 ? word : { ...word, spellings };
  }

  /** Every text that known values make of one; none where no value is known. */
  #spell(text: string): string[] {
    let found = [''];
    let at = 0;
    let isTold = false;
    for (const match of text.matchAll(EXPANSION)) {
      const [whole, braced, instead, plain, printed] = match;
      const name = braced ?? plain ?? '';
      const values = [...(this.#values.get(name) ?? []), ...[instead ?? [], printed ?? []].flat()];
      this.isCut ||= this.#cut.has(name);
      isTold ||= values.length > 0;
      const between = text.slice(at, match.index);
      const longer = found.flatMap((front) => (values.length === 0 ? [whole] : values).map((value) => front + between + value));
      this.isCut ||= longer.length > MOST_SPELLINGS;
      found = longer.slice(0, MOST_SPELLINGS);
      at = match.index + whole.length;
    }
    return isTold ? found.map((front) => front + text.slice(at)) : [];
  }
}
