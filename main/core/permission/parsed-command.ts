/** A node of a shell syntax tree. Offsets are UTF-16 in the parsed text; what the parser could not read has the type `ERROR`. */
export interface ShellNode {
  type: string;
  start: number;
  end: number;
  children: readonly ShellNode[];
}

/** One word of a command as far as it can be told without a shell. */
export interface ShellWord {
  raw: string;
  /** Quotes and escapes removed. Where `opaque` is set, what the shell makes of it is not known. */
  text: string;
  opaque: boolean;
  /** Holds an unquoted `*`, `?` or `[`. */
  glob: boolean;
  /** Of an opaque word that is the variable of a loop: what the loop goes through, where that is known. */
  values?: readonly ShellWord[];
  /** Of an opaque word: what values that stand in the same text may make of it. There may be others. */
  spellings?: readonly string[];
  /** Of an opaque word that names nothing but a file that the command itself has made, under a name of `mktemp`. */
  fresh?: true;
}

/** A word that says what it says. */
export function wordOf(text: string): ShellWord {
  return { raw: text, text, opaque: false, glob: false };
}

/** Where a command may run, as `cd` takes it from where the command starts; undefined where that cannot be told. */
export type Place = string | undefined;

export const START: readonly Place[] = ['.'];

/** One program with its arguments, or a statement that only assigns. */
export interface ShellPart {
  text: string;
  /** Assignments in front first, then the program and its arguments. */
  words: ShellWord[];
  /** Targets of output redirects and files of input redirects; descriptors are in neither. */
  writes: ShellWord[];
  reads: ShellWord[];
  places: readonly Place[];
  /** What another command prints comes in on its standard input. */
  piped?: true;
  /** Unwrapped forms for deny and ask rules, outermost first; each begins with its program. */
  forms: ShellWord[][];
}

/** Everything that a shell command may run. */
export interface ParsedCommand {
  /** The command without blanks around it. */
  command: string;
  /** In the order of the text; what is nested follows what holds it. */
  parts: ShellPart[];
  /** Why it cannot be told with certainty what runs. The parts are then a guess that has rather too many than too few. */
  unknown?: string;
}

/** Without the blanks of the shell around it; one that is escaped stays. */
export function trimBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\n'.includes(text.charAt(end - 1))) end -= 1;
  if (text[end - 1] === '\\' && end < text.length) end += 1;
  return text.slice(0, end).replace(/^[ \t\n]+/, '');
}

/** What the arguments of a program make it run. */
export interface ProgramTexts {
  /** Shell texts. */
  shell: string[];
  /** Commands that start without a shell. */
  commands: ShellWord[][];
  /** Why something more may run that the command does not show. */
  unknown?: string;
}
