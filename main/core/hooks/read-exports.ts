import type { SaidByKey } from '../kernel/say-words';
import { isAssignment } from '../permission/shell-wrappers';
import type { ParsedCommand, ShellPart, ShellWord } from '../permission/parsed-command';
import type { ShellVariable } from '../ports';
import { sayRun } from './hook-run-words';

/** What a hook hands on to later commands, and why some of it is not. */
export interface Exports {
  variables: ShellVariable[];
  problem?: SaidByKey;
}

const BETWEEN = /^(?:[\s;]|#[^\n]*(?:\n|$))*$/;
/** A value that begins with a home folder, or has one in a list of folders. */
const HOME = /^(?:[^'":]*:)?~/;
const ASSIGNMENT = /^([A-Za-z_]\w*)=([\s\S]*)$/;
/** Text and variables, in double quotes or in none: nothing that runs, nothing that a shell would take apart. */
const SIMPLE = /^(?:"(?:[^"\\`$]|\$\w+|\$\{\w+\})*"|(?:[^\s"'\\`$*?[\](){}<>|&;~]|\$\w+|\$\{\w+\})*)$/;

/**
 * The variables of a file of `export NAME=value` lines, as `export -p` writes them, too. The file is data: nothing in it is run. Values
 * are texts that hold at most other variables; a statement that is anything else is told and left out.
 */
export function readExports({ command, parts, unknown }: ParsedCommand): Exports {
  if (unknown !== undefined) return { variables: [], problem: sayRun('exports-unread', { said: unknown }) };
  if (!isPlainList(command, parts)) return { variables: [], problem: sayRun('exports-more') };
  const variables: ShellVariable[] = [];
  const left: string[] = [];
  for (const { text, words, writes, reads } of parts) {
    const found = writes.length + reads.length > 0 ? undefined : readStatement(words);
    if (found === undefined) left.push(text);
    else variables.push(...found);
  }
  if (left.length === 0) return { variables };
  return { variables, problem: sayRun('exports-left', { left: [...new Set(left)].join(' ; ') }) };
}

/** One statement after the other, with nothing but comments between them: no condition, no loop, no group. */
function isPlainList(text: string, parts: readonly ShellPart[]): boolean {
  let at = 0;
  let holder = '';
  for (const part of parts) {
    const from = text.indexOf(part.text, at);
    const follows = from !== -1 && BETWEEN.test(text.slice(at, from));
    if (!follows && !holder.includes(part.text)) return false;
    if (!follows) continue;
    holder = part.text;
    at = from + part.text.length;
  }
  return BETWEEN.test(text.slice(at));
}

function readStatement(words: readonly ShellWord[]): ShellVariable[] | undefined {
  const [first, second] = words;
  const skipped = first?.raw === 'export' ? 1 : first?.raw === 'declare' && second?.raw === '-x' ? 2 : 0;
  const assigned = words.slice(skipped);
  const found = assigned.map(readAssignment).filter((variable) => variable !== undefined);
  return assigned.length > 0 && found.length === assigned.length ? found : undefined;
}

function readAssignment(word: ShellWord): ShellVariable | undefined {
  if (!isAssignment(word) || word.text.includes('\0')) return undefined;
  const [, name = '', value = ''] = ASSIGNMENT.exec(word.opaque ? word.raw : word.text) ?? [];
  if (name === '') return undefined;
  if (!word.opaque) return HOME.test(word.raw.slice(name.length + 1)) ? undefined : { name, value: [value] };
  return SIMPLE.test(value) ? { name, value: piecesOf(value.replace(/^"([\s\S]*)"$/, '$1')) } : undefined;
}

function piecesOf(value: string): ShellVariable['value'] {
  return value
    .split(/(\$\w+|\$\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (piece.startsWith('$') ? { variable: piece.replace(/[${}]/g, '') } : piece));
}
