import picomatch from 'picomatch';
import type { ShellWord } from './parsed-command';

/** Nobody writes a longer one: it leaves nothing out. */
const LONGEST_PATTERN = 200;
const RUNS = /^-(?:exec|ok)(?:dir)?$/;
const TAKES_ONE =
  /^-(?:i?l?name|i?(?:path|wholename|regex)|x?type|size|[acm](?:time|min)|[ac]?newer\w*|user|group|[ug]id|perm|links|inum|samefile|fstype|(?:max|min)depth|regextype|printf|fprint0?|fls|used|context|files0-from)$/;
/** Endings that a regular expression asks for: `.*\.ts`, `.*\.\(js\|ts\)`. */
const ENDING = /^\.\*((?:\\?\.|[\w/-])*)(?:\\?\(((?:[\w-]|\\?\.|\\?\|)+)\\?\))?\$?$/;

/** Whether a test may hold for a file, and whether it may not. */
interface Outcome {
  yes: boolean;
  no: boolean;
}
interface Visit {
  path: string;
  isFolder: boolean;
  /** The command that is looked for may be started. */
  reached: boolean;
  /** For certain, nothing below it is looked at. */
  pruned: boolean;
}
/** `certain`: all that stands in front of it holds for certain. */
type Test = (visit: Visit, certain: boolean) => Outcome;

const MAYBE: Outcome = { yes: true, no: true };

/**
 * Whether `find` may start, for a file, one of the commands that `shows` tells. What a test looks at beside the name is not known: it
 * may hold, or not.
 */
export function readFindExpression(
  words: readonly ShellWord[],
  shows: (command: readonly ShellWord[]) => boolean,
): (path: string, root: string) => boolean {
  const test = new ExpressionReader(words, shows).list();
  return (path, root) => {
    for (const folder of foldersBetween(root, path)) {
      const visit: Visit = { path: folder, isFolder: true, reached: false, pruned: false };
      test(visit, true);
      if (visit.pruned) return false;
    }
    const visit: Visit = { path, isFolder: false, reached: false, pruned: false };
    test(visit, true);
    return visit.reached;
  };
}

class ExpressionReader {
  readonly #words: readonly ShellWord[];
  readonly #shows: (command: readonly ShellWord[]) => boolean;
  #at = 0;

  constructor(words: readonly ShellWord[], shows: (command: readonly ShellWord[]) => boolean) {
    this.#words = words;
    this.#shows = shows;
  }

  /** Alternatives; what stands behind a comma is looked at in any case. */
  list(): Test {
    const lists: Test[][] = [[]];
    while (this.#at < this.#words.length && this.#peek() !== ')') {
      lists[lists.length - 1]?.push(this.#chain());
      const separator = this.#peek() ?? '';
      if (/^(?:-o|-or|,)$/.test(separator)) this.#at += 1;
      if (separator === ',') lists.push([]);
    }
    return (visit, certain) => {
      let outcome = MAYBE;
      for (const branches of lists) outcome = anyOf(branches, visit, certain);
      return outcome;
    };
  }

  #chain(): Test {
    const tests: Test[] = [];
    while (this.#at < this.#words.length && !/^(?:-o|-or|,|\))$/.test(this.#peek() ?? '')) tests.push(this.#primary());
    return (visit, certain) => {
      let outcome: Outcome = { yes: true, no: false };
      for (const test of tests) {
        const { yes, no } = test(visit, certain && !outcome.no);
        outcome = { yes, no: outcome.no || no };
        if (!yes) break;
      }
      return outcome;
    };
  }

  #primary(): Test {
    const name = this.#next() ?? '';
    if (name === '!' || name === '-not') {
      const inner = this.#at < this.#words.length ? this.#primary() : () => MAYBE;
      return (visit, certain) => {
        const { yes, no } = inner(visit, certain);
        return { yes: no, no: yes };
      };
    }
    if (name === '(') {
      const inner = this.list();
      this.#at += 1;
      return inner;
    }
    if (RUNS.test(name)) return this.#command();
    if (name === '-prune')
      return (visit, certain) => {
        visit.pruned ||= certain && visit.isFolder;
        return { yes: true, no: false };
      };
    if (/^-(?:a|and|depth|d|xdev|mount|follow|noleaf|true)$/.test(name)) return () => ({ yes: true, no: false });
    if (name === '-fprintf') this.#at += 2;
    return TAKES_ONE.test(name) ? nameTest(name, this.#words[this.#at++]) : () => MAYBE;
  }

  #command(): Test {
    const start = this.#at;
    const isEnd = (at: number) => this.#words[at]?.text === ';' || (this.#words[at]?.text === '+' && this.#words[at - 1]?.text === '{}');
    while (this.#at < this.#words.length && !isEnd(this.#at)) this.#at += 1;
    const shows = this.#shows(this.#words.slice(start, this.#at));
    this.#at += 1;
    return (visit) => {
      visit.reached ||= shows;
      return MAYBE;
    };
  }

  #peek(): string | undefined {
    return this.#words[this.#at]?.text;
  }

  #next(): string | undefined {
    return this.#words[this.#at++]?.text;
  }
}

/** The next one is looked at where the one before it does not hold. */
function anyOf(branches: readonly Test[], visit: Visit, certain: boolean): Outcome {
  let outcome: Outcome = { yes: false, no: true };
  for (const branch of branches) {
    const { yes, no } = branch(visit, certain && !outcome.yes);
    outcome = { yes: outcome.yes || yes, no };
    if (!no) break;
  }
  return outcome;
}

function nameTest(name: string, value: ShellWord | undefined): Test {
  if (/depth$|^-regextype$/.test(name)) return () => ({ yes: true, no: false });
  if (value === undefined || value.opaque || value.text === '' || value.text.length > LONGEST_PATTERN) return () => MAYBE;
  const { text } = value;
  if (name === '-type') return ({ isFolder }) => (isFolder ? known(text.includes('d')) : text === 'd' ? known(false) : MAYBE);
  if (/^-i?regex$/.test(name)) return endingTest(text, name === '-iregex');
  const options = { dot: true, nocase: name.startsWith('-i'), bash: true };
  if (/^-i?name$/.test(name)) {
    const fits = picomatch(text, options);
    return ({ path }) => known(fits(path.slice(path.lastIndexOf('/') + 1)));
  }
  if (!/^-i?(?:path|wholename)$/.test(name)) return () => MAYBE;
  const fits = picomatch(`**/${text.replace(/^(?:\.?\/)+/, '')}`, options);
  return ({ path }) => known(fits(path));
}

function endingTest(text: string, ignoreCase: boolean): Test {
  const [whole, end = '', choice] = ENDING.exec(text) ?? [];
  if (whole === undefined || /(?<!\\)\./.test(end)) return () => MAYBE;
  const plain = (part: string) => part.replaceAll('\\', '');
  const endings = (choice === undefined ? [''] : plain(choice).split('|')).map((last) => plain(end) + last);
  const cased = (one: string) => (ignoreCase ? one.toLowerCase() : one);
  return ({ path }) => known(endings.some((ending) => cased(path).endsWith(cased(ending))));
}

function known(holds: boolean): Outcome {
  return { yes: holds, no: !holds };
}

/** The folders on the way from where the search starts to a file. */
function foldersBetween(root: string, path: string): string[] {
  const names = path.startsWith(root) ? path.slice(root.length).split('/').slice(0, -1) : [];
  let folder = root.replace(/\/$/, '');
  return names.flatMap((name) => {
    if (name === '') return [];
    folder += `/${name}`;
    return folder;
  });
}
