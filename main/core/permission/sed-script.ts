/** Commands of GNU sed that take the rest of the line. */
const TAKES_LINE = new Set([...'rRwW#v']);
const TAKES_LABEL = new Set([...':btT']);
const TAKES_TEXT = new Set([...'aic']);
const PLAIN = new Set([...'{}=dDgGhHlnNpPqQxzF']);

/**
 * Whether a script of GNU sed runs a program: by the command `e`, or the flag of the same name. A script that is not understood counts.
 * One pass over the text, whatever it holds; where implementations differ on brackets, both readings are looked at.
 */
export function sedRunsProgram(script: string): boolean {
  return [true, false].some((brackets) => new SedScan(script, brackets).findProgram());
}

/** The files that a script of sed reads and writes. */
export function filesOfSedScript(script: string): { reads: readonly string[]; writes: readonly string[] } {
  const scans = [true, false].map((brackets) => new SedScan(script, brackets));
  for (const scan of scans) scan.findProgram();
  return { reads: scans.flatMap(({ reads }) => reads), writes: scans.flatMap(({ writes }) => writes) };
}

class SedScan {
  readonly reads: string[] = [];
  readonly writes: string[] = [];
  #at = 0;
  readonly #text: string;
  readonly #brackets: boolean;

  constructor(text: string, brackets: boolean) {
    this.#text = text;
    this.#brackets = brackets;
  }

  findProgram(): boolean {
    for (;;) {
      this.#skip(' \t\r\n;');
      if (!this.#skipAddress()) return false;
      const command = this.#text[this.#at];
      if (command === undefined) return false;
      this.#at += 1;
      if (command === 'e') return true;
      if (command === 's') {
        if (!this.#skipPair()) return false;
        if (this.#flagsRun()) return true;
      } else if (command === 'y') {
        if (!this.#skipPair()) return false;
      } else if (TAKES_LINE.has(command)) this.#takeFile(command);
      else if (TAKES_LABEL.has(command)) this.#skipUntil('\n;}', false);
      else if (TAKES_TEXT.has(command)) this.#skipUntil('\n', true);
      else if (PLAIN.has(command)) this.#skip(' \t0123456789');
      else return true;
    }
  }

  /** False where the script ends within a pattern: sed refuses it then. */
  #skipAddress(): boolean {
    for (;;) {
      this.#skip(' \t0123456789$,~+!');
      const character = this.#text[this.#at];
      if (character !== '/' && character !== '\\') return true;
      this.#at += character === '/' ? 0 : 1;
      const delimiter = this.#text[this.#at];
      this.#at += 1;
      if (delimiter === undefined || !this.#skipPart(delimiter, this.#brackets)) return false;
      this.#skip('IM');
    }
  }

  /** The two parts of `s` and `y`. */
  #skipPair(): boolean {
    const delimiter = this.#text[this.#at];
    this.#at += 1;
    return delimiter !== undefined && this.#skipPart(delimiter, this.#brackets) && this.#skipPart(delimiter, false);
  }

  /** Up to and over a delimiter that is not escaped; false where there is none. */
  #skipPart(delimiter: string, brackets: boolean): boolean {
    let inside = false;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === '\\' && !inside) this.#at += 1;
      else if (inside) inside = character !== ']';
      else if (character === delimiter) {
        this.#at += 1;
        return true;
      } else if (brackets && character === '[') {
        inside = true;
        // A bracket that comes first is a member.
        if (this.#text[this.#at + 1] === '^') this.#at += 1;
        if (this.#text[this.#at + 1] === ']') this.#at += 1;
      }
    }
    return false;
  }

  #flagsRun(): boolean {
    this.#skip('gimIMp0123456789');
    if (this.#text[this.#at] === 'w') {
      this.#at += 1;
      this.#takeFile('w');
    }
    return this.#text[this.#at] === 'e';
  }

  /** The rest of the line, which is the name of a file for some commands. */
  #takeFile(command: string): void {
    this.#skip(' \t');
    const start = this.#at;
    this.#skipUntil('\n', false);
    const name = this.#text.slice(start, this.#at);
    if (name === '') return;
    if (/[rR]/.test(command)) this.reads.push(name);
    else if (/[wW]/.test(command)) this.writes.push(name);
  }

  #skip(characters: string): void {
    while (this.#at < this.#text.length && characters.includes(this.#text.charAt(this.#at))) this.#at += 1;
  }

  #skipUntil(ends: string, escapes: boolean): void {
    while (this.#at < this.#text.length && !ends.includes(this.#text.charAt(this.#at)))
      this.#at += escapes && this.#text[this.#at] === '\\' ? 2 : 1;
  }
}
