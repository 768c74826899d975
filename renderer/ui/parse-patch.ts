export interface DiffLine {
  key: number;
  type: 'add' | 'remove' | 'same' | 'hunk';
  text: string;
  /** Line numbers, 1-based. */
  before?: number;
  after?: number;
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/;

/** Reads a unified diff of one or more files into lines with their numbers; file headers are left out. */
export function parsePatch(patch: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let before = 0;
  let after = 0;
  let inHunk = false;
  for (const [key, text] of patch.replace(/\n$/, '').split('\n').entries()) {
    const hunk = HUNK.exec(text);
    if (hunk) {
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      inHunk = true;
      if (lines.length > 0 || hunk[3]?.trim()) lines.push({ key, type: 'hunk', text: hunk[3]?.trim() || '⋯' });
    } else if (!inHunk || text.startsWith('\\')) {
    } else if (text.startsWith('+')) {
      lines.push({ key, type: 'add', text: text.slice(1), after: after++ });
    } else if (text.startsWith('-')) {
      lines.push({ key, type: 'remove', text: text.slice(1), before: before++ });
    } else if (text.startsWith(' ') || text === '') {
      lines.push({ key, type: 'same', text: text.slice(1), before: before++, after: after++ });
    } else {
      inHunk = false;
    }
  }
  return lines;
}
