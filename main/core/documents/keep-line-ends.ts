import { diffArrays } from 'diff';

const MOST_EDITS = 2_000;

/**
 * An edited text, whose lines end in `\n`, with the line ends of the file that it was made from: lines that stayed keep theirs, new ones
 * get what most lines of the file have.
 */
export function keepLineEnds(before: string, edited: string): string {
  if (!before.includes('\r')) return edited;
  const old = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const now = edited.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const common = old.filter((line) => line.endsWith('\r\n')).length * 2 >= old.length ? '\r\n' : '\n';
  const changes = diffArrays(old.map(plainLine), now.map(plainLine), { maxEditLength: MOST_EDITS });
  if (changes === undefined) return now.map((line) => withEnd(line, common)).join('');
  const kept: string[] = [];
  let at = 0;
  for (const { value, added, removed } of changes) {
    if (removed) at += value.length;
    else if (added) kept.push(...value.map((line) => withEnd(line, common)));
    else kept.push(...value.map((_, index) => old[at + index] ?? ''));
    if (!added && !removed) at += value.length;
  }
  return kept.join('');
}

/** The text as an editor shows it: every line ends in `\n`. */
export function plainLineEnds(text: string): string {
  return text.replace(/\r\n/g, '\n');
}

function plainLine(line: string): string {
  return line.replace(/\r\n$/, '\n');
}

function withEnd(line: string, end: string): string {
  return line.endsWith('\n') ? plainLine(line).slice(0, -1) + end : line;
}
