import { evaluateWord } from './evaluate-word';
import type { ShellNode, ShellWord } from './parsed-command';

const MOST_VALUES = 50;
/** What stays one word, and the same one, also where the shell splits it and looks for files. */
const STAYS_WHOLE = /^[\w./@%+,:=-]+$/;
const VARIABLE = /^(")?\$(?:\{(\w+)\}|(\w+))(")?$/;

/** The variables of the loops around a place in the text, with what each goes through. */
export type LoopVariables = ReadonlyMap<string, readonly ShellWord[]>;

/**
 * The variable of a `for` loop with the words that it goes through, where nothing but the loop sets it and each word is literal or a
 * pattern for files; undefined where that is not certain.
 */
export function readLoopVariable(text: string, { type, children }: ShellNode): [name: string, values: ShellWord[]] | undefined {
  const at = children.findIndex((child) => child.type === 'variable_name');
  const variable = children[at];
  if (type !== 'for_statement' || variable === undefined || children[at + 1]?.type !== 'in') return undefined;
  const name = text.slice(variable.start, variable.end);
  if (isNamedElsewhere(name, text)) return undefined;
  const listed = children.slice(at + 2).filter((child) => !/^(?:;|\n|do_group)$/.test(child.type));
  const values = listed.map((child) => evaluateWord(text.slice(child.start, child.end)));
  const certain = values.every(({ word, odd }) => !odd && !word.opaque && word.text !== '' && !/^[-+]/.test(word.text));
  return certain && values.length > 0 && values.length <= MOST_VALUES ? [name, values.map(({ word }) => word)] : undefined;
}

/** Whether a text names a variable in another place than the one that sets it, such as the head of a loop, and where its value is taken as it is. */
export function isNamedElsewhere(name: string, text: string): boolean {
  if (text.includes("$'")) return true;
  const bare = text.replace(/["'\\]/g, '').replace(new RegExp(`\\$(?:\\{${name}\\}|${name}(?!\\w))`, 'g'), ' ');
  return [...bare.matchAll(new RegExp(`(?<!\\w)${name}(?!\\w)`, 'g'))].length !== 1;
}

/** What a word stands for that is nothing but the variable of a loop; undefined for any other word. */
function loopValues(raw: string, loops: LoopVariables): readonly ShellWord[] | undefined {
  if (loops.size === 0) return undefined;
  const [, opening, braced, plain, closing] = VARIABLE.exec(raw) ?? [];
  const values = loops.get(braced ?? plain ?? '');
  if (values === undefined || opening !== closing) return undefined;
  return opening !== undefined || values.every(({ raw: written }) => STAYS_WHOLE.test(written)) ? values : undefined;
}

/** A word as it was read, with what it stands for where it is the variable of a loop. */
export function toldByLoops(word: ShellWord, loops: LoopVariables): ShellWord {
  const values = loopValues(word.raw, loops);
  return values === undefined ? word : { ...word, values };
}

/** The words of a command with all that its loops put in their place. */
export function withLoopValues(words: readonly ShellWord[]): ShellWord[] {
  return words.flatMap((word) => word.values ?? [word]);
}
