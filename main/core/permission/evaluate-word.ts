import type { ShellWord } from './parsed-command';

/** Blanks and marks that look like nothing, or like another character: outside quotes no one means them. */
const HIDDEN_CHARACTER = /[\u0000-\u0008\u000b-\u001f\u007f\u0085\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/;
/** Braces that stay as they are: none holds another, a comma or a range, and none is left open. */
const PLAIN_BRACES = /^[^{}]*(?:\{[^{},.]+\}[^{}]*)*$/;
/** Escapes that bash takes out of `$'…'` and that stand for one character each. */
const ANSI_ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"', e: '\u001b', a: '\u0007' };

export interface WordReading {
  word: ShellWord;
  /** A character outside quotes that cannot be seen, or an escape of one that needs none: nobody writes them by chance. */
  odd: boolean;
}

/** What the shell makes of one word. Expansions make it opaque; so do braces with a comma or a range. `{…}` with neither is text. */
export function evaluateWord(raw: string): WordReading {
  const word: ShellWord = { raw, text: '', opaque: false, glob: false };
  let odd = false;
  let at = 0;
  const braces = { open: false, split: false };
  const plainBraces = PLAIN_BRACES.test(raw);
  while (at < raw.length) {
    const char = raw[at] ?? '';
    if (char === "'") {
      const end = raw.indexOf("'", at + 1);
      if (end === -1) return { word: { ...word, opaque: true }, odd: true };
      word.text += raw.slice(at + 1, end);
      at = end + 1;
    } else if (char === '"') {
      at = readDoubleQuotes(raw, at + 1, word);
    } else if (char === '\\') {
      const next = raw[at + 1] ?? '';
      if (next !== '\n') word.text += next;
      if (/[\w./-]/.test(next) || next === '') odd = true;
      at += 2;
    } else if (char === '$' && raw[at + 1] === "'") {
      at = readAnsiQuotes(raw, at + 2, word);
    } else if (char === '$' && raw[at + 1] === '"') {
      at = readDoubleQuotes(raw, at + 2, word);
    } else if (char === '$' || char === '`' || ((char === '<' || char === '>') && raw[at + 1] === '(')) {
      if (char !== '$' || at + 1 < raw.length) word.opaque = true;
      word.text += char;
      at += 1;
    } else {
      if (char === '{') braces.open = true;
      if (braces.open && (char === ',' || (char === '.' && raw[at + 1] === '.'))) braces.split = true;
      if (char === '}' && braces.split && !plainBraces) word.opaque = true;
      if (char === '*' || char === '?' || char === '[') word.glob = true;
      if (char === '(' || char === ')') word.opaque = true;
      if (HIDDEN_CHARACTER.test(char)) odd = true;
      word.text += char;
      at += 1;
    }
  }
  return { word, odd };
}

function readDoubleQuotes(raw: string, start: number, word: ShellWord): number {
  let at = start;
  while (at < raw.length) {
    const char = raw[at] ?? '';
    if (char === '"') return at + 1;
    if (char === '\\') {
      const next = raw[at + 1] ?? '';
      if (next !== '\n') word.text += '$`"\\'.includes(next) ? next : `\\${next}`;
      at += 2;
      continue;
    }
    if (char === '`' || (char === '$' && /[\w({@*#?$!-]/.test(raw[at + 1] ?? ''))) {
      word.opaque = true;
      // What is inside a substitution has quotes of its own; the word is not known from here on.
      if (char === '`' || raw[at + 1] === '(' || raw[at + 1] === '{') {
        word.text += raw.slice(at);
        return raw.length;
      }
    }
    word.text += char;
    at += 1;
  }
  return at;
}

function readAnsiQuotes(raw: string, start: number, word: ShellWord): number {
  let at = start;
  while (at < raw.length && raw[at] !== "'") {
    const char = raw[at] ?? '';
    if (char === '\\') {
      const plain = ANSI_ESCAPES[raw[at + 1] ?? ''];
      if (plain === undefined) {
        const code = /^\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3}))/.exec(raw.slice(at));
        const value = code === null ? 0 : Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '0', code[3] === undefined ? 16 : 8);
        if (code === null || value === 0 || value > 127) word.opaque = true;
        word.text += String.fromCharCode(value);
        at += code === null ? 2 : code[0].length;
      } else {
        word.text += plain;
        at += 2;
      }
    } else {
      word.text += char;
      at += 1;
    }
  }
  return at + 1;
}
