import type { ProgramTexts, ShellWord } from './parsed-command';

/** Options in one word: some that stand alone, then one that takes the rest of the word, or the next one. */
const LETTERS = /^-[0rtxpo]*([A-Za-z])?(.*)$/s;
const TAKES_NEXT = new Set([...'aEdILnPsJRS']);
const LONG_TAKES_NEXT = ['arg-file', 'delimiter', 'max-args', 'max-procs', 'max-chars', 'process-slot-var'];

/** The command that xargs starts. What comes in becomes words that nobody sees here: behind the others, or in place of a mark. */
export function xargsTexts(args: readonly ShellWord[]): ProgramTexts {
  const { inner, mark } = readXargs(args);
  const words = inner.length === 0 ? [{ raw: 'echo', text: 'echo', opaque: false, glob: false }] : inner;
  if (mark === undefined) return { shell: [], commands: [[...words, { raw: '…', text: '…', opaque: true, glob: false }]] };
  return { shell: [], commands: [words.map((word) => (word.text.includes(mark) ? { ...word, opaque: true } : word))] };
}

function readXargs(args: readonly ShellWord[]): { inner: readonly ShellWord[]; mark: string | undefined } {
  let mark: string | undefined;
  let at = 0;
  for (; /^-./.test(args[at]?.text ?? ''); at += 1) {
    const text = args[at]?.text ?? '';
    if (text === '--') return { inner: args.slice(at + 1), mark };
    const [, name, joined] = /^--([a-z-]+)(?:=(.*))?$/s.exec(text) ?? [];
    if (name !== undefined) {
      if ('replace'.startsWith(name)) mark = joined ?? '{}';
      else if (joined === undefined && LONG_TAKES_NEXT.some((option) => option.startsWith(name))) at += 1;
      continue;
    }
    const [, letter = '', glued = ''] = LETTERS.exec(text) ?? [];
    const next = glued === '' && TAKES_NEXT.has(letter) ? args[++at]?.text : undefined;
    if (/[IiJ]/.test(letter)) mark = (next ?? glued) || '{}';
  }
  return { inner: args.slice(at), mark };
}
