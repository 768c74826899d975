import type { ShellWord } from './parsed-command';

export interface RoughPart {
  text: string;
  words: ShellWord[];
  /** Targets of output redirects, and files of input redirects. */
  writes: ShellWord[];
  reads: ShellWord[];
}

export interface RoughLexing {
  parts: RoughPart[];
  /** Texts of substitutions and process substitutions: commands of their own. */
  inner: string[];
  /** Quotes, here-documents or comments over several lines: where a part begins cannot be trusted. */
  doubtful: boolean;
}

const SEPARATORS = new Set([';', '&', '|', '(', ')', '\n', '\r']);

/** Splits shell text that no parser understands into parts and words, knowing quotes and nothing of the grammar: for a guess. */
export function lexRoughly(command: string): RoughLexing {
  return new Lexer(command).run();
}

class Lexer {
  readonly #text: string;
  readonly #parts: RoughPart[] = [];
  readonly #inner: string[] = [];
  #doubtful = false;
  #at = 0;
  #partStart = 0;
  #words: ShellWord[] = [];
  #writes: ShellWord[] = [];
  #reads: ShellWord[] = [];
  #redirect: 'write' | 'read' | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  run(): RoughLexing {
    while (this.#at < this.#text.length) this.#step();
    this.#endPart();
    return { parts: this.#parts, inner: this.#inner, doubtful: this.#doubtful };
  }

  #step(): void {
    const char = this.#text[this.#at] ?? '';
    const next = this.#text[this.#at + 1] ?? '';
    if (char === ' ' || char === '\t') {
      this.#at += 1;
    } else if ((char === '<' || char === '>') && next === '(') {
      this.#readWord();
    } else if (char === '<' || char === '>' || (char === '&' && next === '>')) {
      this.#readRedirect();
    } else if (SEPARATORS.has(char)) {
      if (char === '\n' || char === '\r') this.#doubtful = true;
      this.#endPart();
      this.#at += 1;
      this.#partStart = this.#at;
    } else if (char === '#') {
      this.#doubtful = true;
      const end = this.#text.indexOf('\n', this.#at);
      this.#endPart();
      this.#at = end === -1 ? this.#text.length : end;
      this.#partStart = this.#at;
    } else {
      this.#readWord();
    }
  }

  #endPart(): void {
    const text = this.#text.slice(this.#partStart, this.#at).trim();
    if (this.#words.length > 0 || this.#writes.length > 0 || this.#reads.length > 0) {
      this.#parts.push({ text, words: this.#words, writes: this.#writes, reads: this.#reads });
    }
    this.#words = [];
    this.#writes = [];
    this.#reads = [];
    this.#redirect = undefined;
  }

  #readRedirect(): void {
    const operator = /^(?:&>>?|<<<|<<-?|<>|<&|<|>>|>\||>&|>)/.exec(this.#text.slice(this.#at, this.#at + 3))?.[0] ?? '>';
    this.#at += operator.length;
    // A descriptor number belongs to the redirect, not to the arguments.
    const last = this.#words[this.#words.length - 1];
    if (last !== undefined && /^\d+$/.test(last.raw) && this.#text[this.#at - operator.length - 1] === last.raw.slice(-1))
      this.#words.pop();
    if (operator === '<<' || operator === '<<-') this.#doubtful = true;
    this.#redirect = operator.includes('>') ? 'write' : operator === '<' ? 'read' : undefined;
  }

  #readWord(): void {
    const start = this.#at;
    const word: ShellWord = { raw: '', text: '', opaque: false, glob: false };
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? '';
      const next = this.#text[this.#at + 1] ?? '';
      if (char === ' ' || char === '\t') break;
      if ((char === '<' || char === '>') && next === '(' && this.#at === start) this.#readProcessSubstitution(word);
      else if (SEPARATORS.has(char) || char === '<' || char === '>') break;
      else if (char === "'") this.#readSingleQuotes(word);
      else if (char === '"') this.#readDoubleQuotes(word);
      else if (char === '\\') this.#readEscape(word);
      else if (char === '$' || char === '`') this.#readDollar(word, char, next);
      else {
        if (char === '*' || char === '?' || char === '[') word.glob = true;
        word.text += char;
        this.#at += 1;
      }
    }
    word.raw = this.#text.slice(start, this.#at);
    if (this.#redirect === undefined) this.#words.push(word);
    else (this.#redirect === 'write' ? this.#writes : this.#reads).push(word);
    this.#redirect = undefined;
  }

  #readSingleQuotes(word: ShellWord): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    if (end === -1) return this.#giveUp(word);
    const text = this.#text.slice(this.#at + 1, end);
    if (text.includes('\n')) this.#doubtful = true;
    word.text += text;
    this.#at = end + 1;
  }

  #readDoubleQuotes(word: ShellWord): void {
    this.#at += 1;
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? '';
      const next = this.#text[this.#at + 1] ?? '';
      if (char === '"') {
        this.#at += 1;
        return;
      }
      if (char === '\\') this.#readEscape(word, '$`"\\\n');
      else if (char === '$' || char === '`') this.#readDollar(word, char, next === "'" ? '' : next);
      else {
        if (char === '\n') this.#doubtful = true;
        word.text += char;
        this.#at += 1;
      }
    }
    this.#doubtful = true;
  }

  /** `special`: what a backslash escapes here; anything else keeps the backslash. */
  #readEscape(word: ShellWord, special?: string): void {
    const next = this.#text[this.#at + 1] ?? '';
    if (special !== undefined && !special.includes(next)) word.text += `\\${next}`;
    else if (next !== '\n') word.text += next;
    this.#at += 2;
  }

  #readDollar(word: ShellWord, char: string, next: string): void {
    word.opaque = true;
    if (char === '`') {
      const end = this.#text.indexOf('`', this.#at + 1);
      if (end === -1) return this.#giveUp(word);
      this.#inner.push(this.#text.slice(this.#at + 1, end));
      this.#at = end + 1;
    } else if (next === '(') {
      this.#at += 1;
      this.#readParenthesised();
    } else {
      word.text += char;
      this.#at += 1;
    }
  }

  #readProcessSubstitution(word: ShellWord): void {
    word.opaque = true;
    this.#at += 1;
    this.#readParenthesised();
  }

  /** At an opening parenthesis: takes what is inside up to the one that closes it. */
  #readParenthesised(): void {
    const start = this.#at + 1;
    let depth = 0;
    for (let at = this.#at; at < this.#text.length; at++) {
      const char = this.#text[at];
      if (char === '(') depth += 1;
      if (char === ')') depth -= 1;
      if (depth === 0) {
        this.#inner.push(this.#text.slice(start, at));
        this.#at = at + 1;
        return;
      }
    }
    this.#doubtful = true;
    this.#inner.push(this.#text.slice(start));
    this.#at = this.#text.length;
  }

  #giveUp(word: ShellWord): void {
    this.#doubtful = true;
    word.opaque = true;
    word.text += this.#text.slice(this.#at + 1);
    this.#at = this.#text.length;
  }
}
