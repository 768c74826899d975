import { formatPatch, structuredPatch } from 'diff';

export interface UnifiedDiff {
  patch: string;
  added: number;
  removed: number;
}

/** Beyond this many edited lines the texts count as unrelated, so that a diff never takes long. */
const MOST_EDITS = 2000;

/** Unified diff with three lines of context. `before` undefined: the file is new. Never cut. */
export function unifiedDiff(path: string, before: string | undefined, after: string): UnifiedDiff {
  const oldName = before === undefined ? '/dev/null' : path;
  const compared = structuredPatch(oldName, path, before ?? '', after, undefined, undefined, { context: 3, maxEditLength: MOST_EDITS });
  if (compared === undefined) return replaceAll(path, before ?? '', after);
  let added = 0;
  let removed = 0;
  for (const hunk of compared.hunks) {
    for (const line of hunk.lines) {
      if (line.startsWith('+')) added += 1;
      else if (line.startsWith('-')) removed += 1;
    }
  }
  return { patch: formatPatch(compared), added, removed };
}

function replaceAll(path: string, before: string, after: string): UnifiedDiff {
  const removed = linesOf(before);
  const added = linesOf(after);
  const head = `--- ${path}\n+++ ${path}\n@@ -${removed.lines.length === 0 ? 0 : 1},${removed.lines.length} +${added.lines.length === 0 ? 0 : 1},${added.lines.length} @@\n`;
  const body = [...removed.lines.map((line) => `-${line}\n`), removed.note, ...added.lines.map((line) => `+${line}\n`), added.note];
  return { patch: head + body.join(''), added: added.lines.length, removed: removed.lines.length };
}

function linesOf(text: string): { lines: string[]; note: string } {
  if (text === '') return { lines: [], note: '' };
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') return { lines: lines.slice(0, -1), note: '' };
  return { lines, note: '\\ No newline at end of file\n' };
}
