import type { SyntaxRecord } from './syntax-record';

const SAFE_EXPANSION = /\$(?:\{#\w+(?:\[[@*]\])?\}|[#?$!])/g;
const NUMBER = /(?<![\w$])(?:0[xX][\da-fA-F]+|\d+(?:#[\w@]+)?)/g;
const NAME = /(\+\+\s*|--\s*)?([A-Za-z_]\w*)(\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=)))?/g;

/**
 * A text that the shell evaluates as arithmetic. It runs the substitutions in the values of the variables that it names: those have to
 * be known for numbers.
 */
export function readArithmetic(record: SyntaxRecord, text: string): void {
  const bare = text
    .replace(/\\\n|["']/g, '')
    .replace(SAFE_EXPANSION, '0')
    .replace(/\$\(\(/g, '((')
    .replace(NUMBER, '0')
    .replace(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, ' $1$2 ');
  if (/[$`\\]/.test(bare)) record.giveUp('arithmetic evaluates what is not known to be a number');
  for (const [, before = '', name = '', after = ''] of bare.matchAll(NAME)) {
    const operator = after.trim();
    if (before !== '' || operator !== '') record.setVariable(name);
    if (operator === '=') record.variables.setNumber(name);
    else record.variables.evaluate(name);
  }
}

/** The subscripts of an assignment as it is written, and of the elements that it lists. */
export function readSubscripts(record: SyntaxRecord, assignment: string): void {
  const [, name, own] = /^([A-Za-z_]\w*)\[(.*?)\](?:\+?=|$)/s.exec(assignment) ?? [];
  if (name !== undefined && own !== undefined && !/^[@*]$/.test(own)) readArithmetic(record, own);
  if (!/^\w+\+?=\(/.test(assignment)) return;
  for (const [, listed = ''] of assignment.matchAll(/[\s(]\[(.*?)\]\+?=/gs)) readArithmetic(record, listed);
}
