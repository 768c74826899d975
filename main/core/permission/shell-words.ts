/** One word of a shell command as far as it can be told without a shell. */
export interface ShellWord {
  raw: string;
  /** Quotes and escapes removed. Where `opaque` is set, what the shell makes of it is not known. */
  text: string;
  opaque: boolean;
  /** Holds an unquoted `*`, `?` or `[`. */
  glob: boolean;
}

export interface ShellPart {
  text: string;
  words: ShellWord[];
  /** Targets of output redirects, and files of input redirects. */
  writes: string[];
  reads: string[];
}

export interface ShellLexing {
  parts: ShellPart[];
  /** Texts of substitutions and process substitutions: commands of their own. */
  inner: string[];
  /** Why the command is more than one plain program with literal arguments; empty for a plain one. */
  reasons: Set<ComplexReason>;
}

export type ComplexReason =
  | 'operator'
  | 'substitution'
  | 'redirect'
  | 'newline'
  | 'subshell'
  | 'expansion'
  | 'glob'
  | 'escape'
  | 'quote imbalance'
  | 'comment'
  | 'control character'
  | 'length';

export const MAX_COMMAND_CHARS = 10_000;
const SEPARATORS = new Set([';', '&', '|', '(', ')', '\n', '\r']);
const HIDDEN_CHARACTERS =
  /[\u0000-\u0008\u000b-\u000c\u000e-\u001f\u007f\u0085\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/;

/**
 * Splits shell text into parts and words, knowing quotes and nothing of the grammar. Two promises: a command without reasons
 * is one program with the arguments given, and otherwise every command that may run is among the parts and inner texts.
 */
export function lexShell(command: string): ShellLexing {
  return new Lexer(command).run();
}

class Lexer {
  readonly #text: string;
  readonly #parts: ShellPart[] = [];
  readonly #inner: string[] = [];
  readonly #reasons = new Set<ComplexReason>();
  #at = 0;
  #partStart = 0;
  #words: ShellWord[] = [];
  #writes: string[] = [];
  #reads: string[] = [];
  #redirect: 'write' | 'read' | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  run(): ShellLexing {
    if (this.#text.length > MAX_COMMAND_CHARS) this.#reasons.add('length');
    if (HIDDEN_CHARACTERS.test(this.#text)) this.#reasons.add('control character');
    while (this.#at < this.#text.length) this.#step();
    this.#endPart();
    return { parts: this.#parts, inner: this.#inner, reasons: this.#reasons };
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
      this.#reasons.add(char === '\n' || char === '\r' ? 'newline' : char === '(' || char === ')' ? 'subshell' : 'operator');
      this.#endPart();
      this.#at += 1;
      this.#partStart = this.#at;
    } else if (char === '#') {
      this.#reasons.add('comment');
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
    this.#reasons.add('redirect');
    const operator = /^(?:&>>?|<<<|<<-?|<>|<&|<|>>|>\||>&|>)/.exec(this.#text.slice(this.#at, this.#at + 3))?.[0] ?? '>';
    this.#at += operator.length;
    // A descriptor number belongs to the redirect, not to the arguments.
    const last = this.#words[this.#words.length - 1];
    if (last !== undefined && /^\d+$/.test(last.raw) && this.#text[this.#at - operator.length - 1] === last.raw.slice(-1))
      this.#words.pop();
    if (operator === '<<' || operator === '<<-') this.#reasons.add('newline');
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
        if (char === '{' || char === '}') this.#reasons.add('expansion');
        word.text += char;
        this.#at += 1;
      }
    }
    word.raw = this.#text.slice(start, this.#at);
    if (word.glob && (this.#words.length === 0 || /^[-*?[]/.test(word.raw))) this.#reasons.add('glob');
    if (this.#redirect === undefined) this.#words.push(word);
    else (this.#redirect === 'write' ? this.#writes : this.#reads).push(word.text);
    this.#redirect = undefined;
  }

  #readSingleQuotes(word: ShellWord): void {
    const end = this.#text.indexOf("'", this.#at + 1);
    if (end === -1) return this.#giveUp(word);
    const text = this.#text.slice(this.#at + 1, end);
    if (text.includes('\n')) this.#reasons.add('newline');
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
        if (char === '\n') this.#reasons.add('newline');
        word.text += char;
        this.#at += 1;
      }
    }
    this.#reasons.add('quote imbalance');
  }

  /** `special`: what a backslash escapes here; anything else keeps the backslash. */
  #readEscape(word: ShellWord, special?: string): void {
    this.#reasons.add('escape');
    const next = this.#text[this.#at + 1] ?? '';
    if (special !== undefined && !special.includes(next)) word.text += `\\${next}`;
    else if (next !== '\n') word.text += next;
    this.#at += 2;
  }

  #readDollar(word: ShellWord, char: string, next: string): void {
    word.opaque = true;
    this.#reasons.add(char === '`' || next === '(' ? 'substitution' : 'expansion');
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
    this.#reasons.add('substitution');
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
    this.#reasons.add('quote imbalance');
    this.#inner.push(this.#text.slice(start));
    this.#at = this.#text.length;
  }

  #giveUp(word: ShellWord): void {
    this.#reasons.add('quote imbalance');
    word.opaque = true;
    word.text += this.#text.slice(this.#at + 1);
    this.#at = this.#text.length;
  }
}
