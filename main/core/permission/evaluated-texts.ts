import { readArithmetic } from './arithmetic';
import type { ShellNode } from './parsed-command';
import type { SyntaxRecord } from './syntax-record';
import { isNumber } from './variable-names';

const NUMBER_OPERATOR = /^-(?:eq|ne|lt|gt|le|ge)$/;
const SLICE = /^\$\{[#!]?(?:\w+|[@*])(?:\[[^\]]*\])?:(?![-=?+])(.*)\}$/s;
/** Variables that an expansion or a redirect sets, wherever the grammar finds them. */
const SET_IN_PASSING = /\$\{([A-Za-z_]\w*)(?:\[[^\]]*\])?:?=|(?<!\$)\{([A-Za-z_]\w*)(\[[^\]]*\])?\}(?=[<>])/g;
const NUMBER_RANGE = /^\{-?\d+\.\.-?\d+(?:\.\.-?\d+)?\}$/;

/** What a text evaluates beside the commands that it runs, and the variables that it sets without an assignment. */
export function readEvaluatedTexts(record: SyntaxRecord, root: ShellNode): void {
  for (const [, expanded, redirected, subscript] of record.text.replace(/\\\n/g, '').matchAll(SET_IN_PASSING)) {
    const name = expanded ?? redirected ?? '';
    record.setVariable(name);
    record.variables.setOther(name);
    if (subscript !== undefined) readArithmetic(record, subscript.slice(1, -1));
  }
  readNode(record, root);
}

function readNode(record: SyntaxRecord, node: ShellNode): void {
  const { children } = node;
  switch (node.type) {
    case 'arithmetic_expansion':
      readArithmetic(record, record.slice(node).replace(/^\$(?:\(\(|\[)|(?:\)\)|\])$/g, ''));
      break;
    case 'compound_statement':
    case 'c_style_for_statement': {
      const start = children.find(({ type }) => type === '((');
      const end = children.find(({ type }) => type === '))');
      if (start !== undefined) readArithmetic(record, record.text.slice(start.end, end?.start ?? node.end));
      break;
    }
    case 'for_statement':
      readLoop(record, children);
      break;
    case 'subscript': {
      const [, index = ''] = /\[(.*)\]$/s.exec(record.slice(node)) ?? [];
      if (!/^[@*]$/.test(index)) readArithmetic(record, index);
      break;
    }
    case 'expansion': {
      const slice = SLICE.exec(record.slice(node))?.[1];
      if (slice !== undefined) readArithmetic(record, slice);
      break;
    }
    case 'test_command':
      readTestOperands(record, node);
      break;
  }
  for (const child of children) readNode(record, child);
}

function readLoop(record: SyntaxRecord, children: readonly ShellNode[]): void {
  const at = children.findIndex(({ type }) => type === 'variable_name');
  const variable = children[at];
  if (variable === undefined) return;
  const name = record.slice(variable);
  const values = children.slice(at + 1).filter(({ type }) => type !== 'in' && type !== ';' && type !== '\n' && type !== 'do_group');
  const count = values.length > 0 && values.map((value) => record.slice(value)).every((text) => isNumber(text) || NUMBER_RANGE.test(text));
  record.setVariable(name);
  if (count) record.variables.setNumber(name);
  else record.variables.setOther(name);
}

/** `[[ … ]]` evaluates what stands beside `-eq`; `-v` evaluates a subscript; a word that the shell splits may become either. */
function readTestOperands(record: SyntaxRecord, node: ShellNode): void {
  const [opening] = node.children;
  const text = record.slice(node).replace(/\\\n/g, '');
  if (opening?.type.startsWith('((') === true) {
    readArithmetic(record, text.replace(/^\(\(|\)\)$/g, ''));
    return;
  }
  for (const [, operand = ''] of text.replace(/["'\\]/g, '').matchAll(/(?<!\S)-[vR]\s+(\S+)/g))
    if (!/^\w+$/.test(operand)) record.giveUp('a test could evaluate a subscript');
  if (opening?.type === '[') {
    if (/^\[\s+"?\$\S*\s+\S+\s+\]$/.test(text)) record.giveUp('what a test looks at is not known');
    readSplitWords(record, node);
    return;
  }
  const read = readNumberOperands(record, node);
  if (read < [...text.matchAll(/\s-(?:eq|ne|lt|gt|le|ge)(?=\s)/g)].length) record.giveUp('a test is not understood');
}

function readNumberOperands(record: SyntaxRecord, node: ShellNode): number {
  let read = 0;
  const isOperator = (child: ShellNode) => NUMBER_OPERATOR.test(record.slice(child));
  if (node.children.some(isOperator)) {
    read += 1;
    for (const child of node.children) if (!isOperator(child)) readArithmetic(record, record.slice(child));
  }
  for (const child of node.children) read += readNumberOperands(record, child);
  return read;
}

function readSplitWords(record: SyntaxRecord, node: ShellNode): void {
  if (node.type === 'string' || node.type === 'raw_string') return;
  if (node.type === 'simple_expansion' || node.type === 'expansion' || node.type === 'command_substitution') {
    readArithmetic(record, record.slice(node));
    return;
  }
  for (const child of node.children) readSplitWords(record, child);
}
