import { evaluateWord } from './evaluate-word';
import { markFresh } from './fresh-files';
import { toldByLoops } from './loop-values';
import { readNested } from './nested-commands';
import type { ShellNode } from './parsed-command';
import type { Outcome, PlaceSet } from './place-set';
import { REDIRECTS, type SimpleCommand, type StatementReader, type SyntaxRecord } from './syntax-record';

/** Adds what a redirect does to a command, and reads what follows a here-document on its first line. */
export function readRedirect(
  record: SyntaxRecord,
  reader: StatementReader,
  node: ShellNode,
  command: SimpleCommand,
  places: PlaceSet,
  before: Outcome,
): Outcome {
  if (node.type === 'heredoc_redirect') return readHereDocument(record, reader, node, command, places, before);
  const at = node.children.findIndex((child) => /^[<>&]/.test(child.type));
  const operator = node.children[at]?.type ?? '';
  const target = node.children[at + 1];
  if (at === -1) record.giveUp('a redirect is not understood');
  if (target === undefined) return before;
  readNested(record, reader, target, places);
  if (target.type === 'process_substitution') return before;
  const { word: written, odd } = evaluateWord(record.slice(target));
  const word = markFresh(toldByLoops(written, record.loops), record.fresh);
  if (odd) record.giveUp('it holds characters that nobody writes by chance');
  if (operator === '<<<') command.input = word.opaque ? undefined : word.text;
  else if (operator === '<') command.reads.push(word);
  else if ((operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/.test(word.text)) return before;
  else if (operator.includes('>')) command.writes.push(word);
  return before;
}

function readHereDocument(
  record: SyntaxRecord,
  reader: StatementReader,
  node: ShellNode,
  command: SimpleCommand,
  places: PlaceSet,
  before: Outcome,
): Outcome {
  let outcome = before;
  let operator = '';
  let delimiter: string | undefined;
  let quoted = false;
  let body: ShellNode | undefined;
  let end: ShellNode | undefined;
  const strip = node.children.some((child) => child.type === '<<-');
  for (const child of node.children) {
    if (child.type === 'heredoc_start') {
      const raw = record.slice(child);
      quoted = /['"\\]/.test(raw);
      const { word } = evaluateWord(raw);
      delimiter = word.opaque ? undefined : word.text;
    } else if (child.type === 'heredoc_body') body = child;
    else if (child.type === 'heredoc_end') end = child;
    else if (child.type === '&&' || child.type === '||') operator = child.type;
    else if (child.type === 'pipeline') reader.statement(child, places);
    else if (child.type === 'ERROR') record.giveUp('it is not valid shell syntax');
    else if (REDIRECTS.has(child.type)) outcome = readRedirect(record, reader, child, command, places, outcome);
    else if (operator !== '') outcome = outcome.andThen(operator, (from) => reader.statement(child, from));
  }
  const text = body === undefined ? '' : record.slice(body);
  const lines = text.split('\n').map((line) => (strip ? line.replace(/^\t+/, '') : line));
  const closed = end !== undefined && (strip ? record.slice(end).replace(/^\t+/, '') : record.slice(end)) === delimiter;
  const after = end === undefined ? '' : (record.text[end.end] ?? '\n');
  const head = record.text.slice(0, (body ?? end)?.start ?? 0);
  const opensLine = (strip ? head.replace(/\t+$/, '') : head).endsWith('\n');
  if (delimiter === undefined || !closed || after !== '\n' || !opensLine || lines.includes(delimiter))
    record.giveUp('where a here-document ends is not certain');
  if (quoted) {
    command.input = strip ? lines.join('\n') : text;
  } else if (body !== undefined) {
    readNested(record, reader, body, places);
    const rest = record.withoutSubstitutions(body);
    if (/[$`\\]/.test(rest) || rest !== text) readBackquotes(record, rest, places);
    else command.input = strip ? lines.join('\n') : text;
  }
  return outcome;
}

/** The grammar leaves backquotes in here-documents alone. */
function readBackquotes(record: SyntaxRecord, rest: string, places: PlaceSet): void {
  const left = rest.replace(/\\[$`\\]/g, '').replace(/`([^`]*)`/g, (_all, inner: string) => {
    record.again.push({ text: inner, places: places.list() });
    return '';
  });
  if (/`|\$\(/.test(left)) record.giveUp('a here-document holds a substitution that is not understood');
  if (/\\[$`\\]/.test(rest) && /`/.test(rest.replace(/\\`/g, ''))) record.giveUp('a here-document holds an escape inside a substitution');
}
