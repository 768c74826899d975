import type { ShellNode } from './parsed-command';
import type { PlaceSet } from './place-set';
import { type StatementReader, SUBSTITUTIONS, type SyntaxRecord } from './syntax-record';

/** Parameter operators that evaluate the value as a prompt, or that name a variable by the value of another. */
const EVALUATING_EXPANSION = /^\$\{(?:!|[^}]*@P)/;

/** Substitutions below a node: commands of their own, in a shell of their own. */
export function readNested(record: SyntaxRecord, reader: StatementReader, node: ShellNode, places: PlaceSet): void {
  if (SUBSTITUTIONS.has(node.type)) {
    readSubstitution(record, reader, node, places);
    return;
  }
  if (node.type === 'ERROR') record.giveUp('it is not valid shell syntax');
  if (node.type === 'word' && /\s/.test(record.slice(node).replace(/\\[\s\S]/g, '')))
    record.giveUp('a blank is taken for a part of a word');
  if (node.type === 'expansion' && EVALUATING_EXPANSION.test(record.slice(node)))
    record.giveUp('an expansion evaluates the value of a variable');
  for (const child of node.children) {
    if (
      child.type === 'command' ||
      child.type === 'subshell' ||
      child.type === 'redirected_statement' ||
      child.type === 'list' ||
      child.type === 'pipeline'
    )
      reader.statement(child, places);
    else readNested(record, reader, child, places);
  }
}

function readSubstitution(record: SyntaxRecord, reader: StatementReader, node: ShellNode, places: PlaceSet): void {
  const text = record.slice(node);
  if (text.startsWith('`') && /(?<!\\)`/.test(text.slice(1, -1))) record.giveUp('backquotes stand in backquotes');
  if (text.startsWith('`') && text.includes('\\')) {
    // In backquotes a line goes on behind a backslash even where it stands in single quotes.
    const inside = text.slice(1, -1).replace(/\\([$`\\\n])/g, (_pair, mark: string) => (mark === '\n' ? '' : mark));
    record.again.push({ text: inside, places: places.list() });
    return;
  }
  reader.sequence(node, places);
}

/** `[ … ]` and `[[ … ]]`. */
export function readTest(record: SyntaxRecord, reader: StatementReader, node: ShellNode, places: PlaceSet): void {
  const opening = node.children[0]?.type ?? '';
  const text = record.slice(node);
  if (/^\[\[?[^\s[]/.test(text)) record.giveUp('a test is not understood');
  if (opening === '[') {
    const bare = record.withoutSubstitutions(node).replace(/\\[()<>]|'[^']*'|"(?:\\.|[^"\\])*"/g, '');
    if (/[<>&|;()`\n]/.test(bare)) record.giveUp('a test holds an operator of the shell');
    if (/\[[^\]]*(?:\$\(|`)/.test(text.slice(1).replace(/\$\([^)]*\)/g, '')))
      record.giveUp('a test could run a substitution that is kept in a text');
  }
  readNested(record, reader, node, places);
}

/** Whether a text, its known substitutions taken out, still holds one. */
export function holdsSubstitution(text: string): boolean {
  if (!/[`(]/.test(text)) return false;
  const active = text.replace(/\\[\s\S]|(?<=^|[^"])'[^']*'(?=[^"]|$)/g, '');
  return /`|\$\(|[<>]\(/.test(active);
}
