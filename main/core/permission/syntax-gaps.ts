import type { ShellNode } from './parsed-command';
import type { SyntaxRecord } from './syntax-record';

/** Between the children of these stand blanks, line continuations and comments; anything else was dropped by the grammar. */
const SPACED = new Set([
  'program',
  'command',
  'list',
  'pipeline',
  'redirected_statement',
  'subshell',
  'compound_statement',
  'command_substitution',
  'process_substitution',
  'if_statement',
  'elif_clause',
  'else_clause',
  'while_statement',
  'for_statement',
  'do_group',
  'case_statement',
  'case_item',
  'function_definition',
  'negated_command',
  'declaration_command',
  'unset_command',
  'variable_assignments',
  'file_redirect',
  'herestring_redirect',
  'heredoc_redirect',
]);
const GAP = /^(?:[ \t\n]|\\\n)*$/;
/** Of these, what is on another line is another command, whatever the grammar says. */
const ON_ONE_LINE = new Set([
  'command',
  'redirected_statement',
  'declaration_command',
  'unset_command',
  'variable_assignments',
  'file_redirect',
  'herestring_redirect',
]);
const OPERATORS = new Set(['&&', '||', '|', '|&']);
const GAP_ON_LINE = /^(?:[ \t]|\\\n)*$/;

/** Gives up where the grammar dropped a part of the text between the children of a node. */
export function checkGaps(record: SyntaxRecord, node: ShellNode): void {
  if (!SPACED.has(node.type)) return;
  let at = node.type === 'program' ? 0 : node.start;
  for (const child of node.children) {
    const gap = ON_ONE_LINE.has(node.type) || OPERATORS.has(child.type) ? GAP_ON_LINE : GAP;
    if (!gap.test(record.text.slice(at, child.start))) record.giveUp('a part of the text is not understood');
    at = child.end;
  }
  if (!GAP.test(record.text.slice(at, node.type === 'program' ? record.text.length : node.end)))
    record.giveUp('a part of the text is not understood');
}
