import { readArithmetic, readSubscripts } from './arithmetic';
import type { ShellWord } from './parsed-command';
import type { SyntaxRecord } from './syntax-record';
import { assignmentDoubt, isNumber, readAssignment } from './variable-names';

const DECLARATION = /^(?:declare|typeset|local|export|readonly)$/;
/** Builtins whose arguments name variables. */
const NAMES_VARIABLES = /^(?:read|mapfile|readarray|getopts|unset)$/;
/** Builtins behind which any text may run in the same shell. */
const RUNS_TEXT = /^(?:eval|source|\.|trap|alias|enable)$/;
const NAME = /^[A-Za-z_]\w*/;

/** What a command does with variables: those that it assigns, and those that a builtin sets or evaluates by the names in its arguments. */
export function readSettings(record: SyntaxRecord, words: readonly ShellWord[]): void {
  let at = 0;
  for (; words[at] !== undefined && readAssignment(words[at]?.raw ?? '') !== undefined; at++) readAssigned(record, words[at]?.raw ?? '');
  while (/^(?:command|builtin|exec|coproc|-p|--)$/.test(words[at]?.text ?? '')) {
    if (words[at]?.text === 'coproc') setNamed(record, words[at + 1]);
    at += 1;
  }
  const program = words[at]?.text ?? '';
  const args = words.slice(at + 1);
  if (RUNS_TEXT.test(program)) record.variables.setAny();
  else if (DECLARATION.test(program)) readDeclaration(record, program, args);
  else if (NAMES_VARIABLES.test(program)) readNamed(record, program, args);
  else if (program === 'let') for (const { opaque, raw, text } of args) readArithmetic(record, opaque ? raw : text);
  else if (program === 'printf' || program === 'wait') readOutput(record, program, args);
  else if (program === 'test') readTestWords(record, args);
}

function readAssigned(record: SyntaxRecord, assignment: string): void {
  const { name, value } = readAssignment(assignment) ?? {};
  const doubt = assignmentDoubt(assignment);
  if (doubt !== undefined) record.giveUp(doubt);
  readSubscripts(record, assignment);
  if (name === undefined || value === undefined) return;
  if (isNumber(value) && assignment.startsWith(`${name}=`)) record.variables.setNumber(name);
  else if (!isNumber(value)) record.variables.setOther(name);
}

function readDeclaration(record: SyntaxRecord, program: string, args: readonly ShellWord[]): void {
  for (const word of args) {
    const written = readAssignment(word.raw) === undefined ? word.text : word.raw;
    if (/^-\w*i/.test(word.text)) record.giveUp(`${program} -i evaluates what a variable is given`);
    else if (/^-\w*n/.test(word.text) && program !== 'export') record.giveUp(`${program} -n names a variable by the value of another`);
    else if (word.opaque && readAssignment(written) === undefined) record.giveUp(`what ${program} declares is not known`);
    else readAssigned(record, written);
  }
}

function readNamed(record: SyntaxRecord, program: string, args: readonly ShellWord[]): void {
  for (const word of args) {
    const glued = program === 'read' ? /^-[A-Za-z]*?a([A-Za-z_].*)$/s.exec(word.text)?.[1] : undefined;
    if (word.opaque || word.glob) readSubscriptOf(record, program, word);
    if (glued !== undefined) setNamed(record, { ...word, text: glued });
    else if (!word.text.startsWith('-')) setNamed(record, word);
  }
  if (args.every((word) => word.text.startsWith('-'))) for (const name of ['REPLY', 'MAPFILE']) record.variables.setOther(name);
}

/** A name with expansions is known only up to its subscript. */
function readSubscriptOf(record: SyntaxRecord, program: string, { text }: ShellWord): void {
  if (!/^[A-Za-z_]\w*\[/.test(text)) record.giveUp(`which variable ${program} sets is not known`);
}

function setNamed(record: SyntaxRecord, word: ShellWord | undefined): void {
  const name = NAME.exec(word?.text ?? '')?.[0];
  if (word === undefined || name === undefined) return;
  readSubscripts(record, word.text);
  record.setVariable(name);
  record.variables.setOther(name);
}

/** `printf -v NAME`, `wait -p NAME`. */
function readOutput(record: SyntaxRecord, program: string, args: readonly ShellWord[]): void {
  const option = program === 'printf' ? '-v' : '-p';
  const [first] = args;
  if (program === 'printf' && first?.opaque === true && !/^[^$`]*[^$`'"\w-]/.test(first.raw))
    record.giveUp('whether printf sets a variable is not known');
  for (const [index, word] of args.entries()) {
    if (!word.text.startsWith(option) || (program === 'printf' && index > 0 && args[0]?.text.startsWith('-') !== true)) continue;
    const target = word.text === option ? args[index + 1] : { ...word, text: word.text.slice(option.length) };
    if (target?.opaque === true) record.giveUp(`which variable ${program} sets is not known`);
    setNamed(record, target);
  }
}

function readTestWords(record: SyntaxRecord, args: readonly ShellWord[]): void {
  if (args.length === 2 && args[0]?.opaque === true) record.giveUp('what a test looks at is not known');
  for (const [index, word] of args.entries()) {
    if (word.opaque && !word.raw.startsWith('"')) readArithmetic(record, word.raw);
    const operand = word.text === '-v' || word.text === '-R' ? args[index + 1] : undefined;
    if (operand !== undefined && (operand.opaque || !/^\w+$/.test(operand.text))) record.giveUp('a test could evaluate a subscript');
  }
}
