import type { ShellWord } from './parsed-command';

/** Options whose values are looked for, and those that have to be known to tell a value from a word of its own. */
export interface OptionNames {
  /** Letters whose value is looked for. */
  letters?: string;
  /** Long options whose value is looked for; behind two dashes a beginning of one stands for it. */
  long?: string;
  /** Every letter that takes a value. */
  values?: string;
}

export interface OptionReading {
  /** Values of the options that are looked for. */
  values: ShellWord[];
  /** Words that are neither options nor values of one. */
  plain: ShellWord[];
}

/** The values of options among the arguments of a program: `-o x`, `-ox`, `-vo x`, `--output x`, `--out=x`. */
export function readOptions(args: readonly ShellWord[], { letters = '', long = '', values = letters }: OptionNames): OptionReading {
  const reading: OptionReading = { values: [], plain: [] };
  const names = long.split(' ').filter((name) => name !== '');
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (word === undefined) break;
    if (word.text === '--') return { ...reading, plain: [...reading.plain, ...args.slice(at + 1)] };
    const [, dashes, name = '', joined] = /^(--?)([A-Za-z][\w-]*)(?:=(.*))?$/s.exec(word.text) ?? [];
    const next = args[at + 1];
    if (dashes === '--' || names.includes(name)) {
      if (!names.some((option) => (dashes === '--' ? option.startsWith(name) : option === name))) continue;
      if (joined !== undefined) reading.values.push({ ...word, text: joined });
      else if (next !== undefined) reading.values.push(next);
      if (joined === undefined) at += 1;
    } else if (/^-[A-Za-z0-9]/.test(word.text)) {
      const cluster = word.text.slice(1);
      const index = [...cluster].findIndex((letter) => values.includes(letter));
      if (index === -1) continue;
      const glued = cluster.slice(index + 1);
      const isWanted = letters.includes(cluster.charAt(index));
      if (isWanted && glued !== '') reading.values.push({ ...word, text: glued });
      else if (isWanted && next !== undefined) reading.values.push(next);
      // Without quotes it may become several words, and the value of the option is only the first of them.
      if (glued === '' && (isWanted || next === undefined || staysOneWord(next))) at += 1;
    } else reading.plain.push(word);
  }
  return reading;
}

/** Whether a word is one for certain when the program gets it. */
export function staysOneWord({ opaque, raw }: ShellWord): boolean {
  return !opaque || /^"[^"]*"$/s.test(raw);
}
