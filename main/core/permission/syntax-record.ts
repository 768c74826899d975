import { findFreshNames, type FreshNames } from './fresh-files';
import type { LoopVariables } from './loop-values';
import { type Place, type ShellNode, type ShellWord, trimBlanks } from './parsed-command';
import type { Outcome, PlaceSet } from './place-set';
import { Spellings } from './spellings';
import { assignmentDoubt, isPlainName } from './variable-names';
import { VariableRecord } from './variable-record';

/** A simple command as it stands in the tree, before wrappers and texts among its arguments are looked at. */
export interface SimpleCommand {
  text: string;
  start: number;
  words: ShellWord[];
  writes: ShellWord[];
  reads: ShellWord[];
  places: readonly Place[];
  piped?: true;
  /** What comes in on the standard input: nothing known (undefined), or a text that is in the command. */
  input: string | undefined;
}

export interface SyntaxReading {
  commands: SimpleCommand[];
  unknown: string | undefined;
  /** Texts that the shell reads again before it runs them: backquotes with escapes, unquoted here-documents. */
  again: Array<{ text: string; places: readonly Place[] }>;
}

export const REDIRECTS: ReadonlySet<string> = new Set(['file_redirect', 'heredoc_redirect', 'herestring_redirect']);
export const SUBSTITUTIONS: ReadonlySet<string> = new Set(['command_substitution', 'process_substitution']);

/** Reads what is nested in words and redirects. */
export interface StatementReader {
  statement(node: ShellNode, places: PlaceSet): Outcome;
  /** The statements among the children, one after the other. */
  sequence(node: ShellNode, places: PlaceSet): PlaceSet;
}

/** What has been read of one text so far, and why it cannot be told with certainty what runs. */
export class SyntaxRecord {
  readonly text: string;
  readonly commands: SimpleCommand[] = [];
  readonly again: SyntaxReading['again'] = [];
  readonly variables = new VariableRecord();
  readonly spellings = new Spellings();
  /** Of the loops that hold what is being read. */
  loops: LoopVariables = new Map();
  readonly fresh: FreshNames;
  readonly #start: readonly Place[];
  #unknown: string | undefined;

  constructor(text: string, start: readonly Place[]) {
    this.text = text;
    this.fresh = findFreshNames(text);
    this.#start = start;
  }

  result(): SyntaxReading {
    const doubtful = this.variables.findDoubtful();
    if (doubtful !== undefined) this.giveUp(`arithmetic evaluates ${doubtful}, which is not known to hold a number`);
    this.#spell();
    return { commands: this.commands, unknown: this.#unknown, again: this.again };
  }

  /** A variable may get its value behind the place that takes it, in a loop or a function. */
  #spell(): void {
    if (!this.text.includes('$')) return;
    const tell = (words: readonly ShellWord[]) => words.map((word) => this.spellings.told(word));
    for (const { words } of this.commands) for (const word of words) this.spellings.note(word);
    for (const command of this.commands)
      Object.assign(command, { words: tell(command.words), writes: tell(command.writes), reads: tell(command.reads) });
    if (this.spellings.isCut) this.giveUp('a variable stands for more texts than are looked at');
  }

  /** The first reason counts. */
  giveUp(reason: string): void {
    this.#unknown ??= reason;
  }

  /** A variable that something else than an assignment sets: it is decided about as one. */
  setVariable(name: string): void {
    const raw = `${name}=…`;
    const doubt = assignmentDoubt(raw);
    if (doubt !== undefined) this.giveUp(doubt);
    if (isPlainName(name) || this.commands.some(({ text }) => text === raw)) return;
    const word = { raw, text: raw, opaque: true, glob: false };
    this.commands.push({ text: raw, start: 0, words: [word], writes: [], reads: [], places: this.#start, input: undefined });
  }

  slice(node: ShellNode): string {
    return this.text.slice(node.start, node.end);
  }

  startCommand(node: ShellNode, places: PlaceSet): SimpleCommand {
    return {
      text: trimBlanks(this.slice(node)),
      start: node.start,
      words: [],
      writes: [],
      reads: [],
      places: places.list(),
      input: undefined,
    };
  }

  withoutSubstitutions(node: ShellNode): string {
    let text = '';
    let at = node.start;
    const visit = (child: ShellNode) => {
      if (SUBSTITUTIONS.has(child.type) || child.type === 'arithmetic_expansion') {
        text += this.text.slice(at, child.start);
        at = child.end;
      } else child.children.forEach(visit);
    };
    visit(node);
    return text + this.text.slice(at, node.end);
  }
}
