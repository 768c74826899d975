import type { SecretRange } from './secret-range';

/** The line with which git begins what it shows of one file, also in a graph and in colours. */
const HEADER = /^(?:[\s|*\\/_.]|\x1b\[[0-9;]*m)*diff --(?:git|cc|combined) (.+)$/;
/** With these ends what is shown of a file where no other one follows. */
const AFTER = /^(?:[\s|*\\/_.]|\x1b\[[0-9;]*m)*(?:commit [0-9a-f]{7,}|From [0-9a-f]{40} )/;

/**
 * What a text shows of guarded files as git shows changes (`git diff`, `git log -p`, `git show`): everything between the line that names
 * the file and the next file or commit, without the last line break. Paths are as the text has them: relative to the repository.
 */
export function findGuardedHunks(text: string, isGuarded: (path: string) => boolean): SecretRange[] {
  if (!text.includes('diff --')) return [];
  const ranges: SecretRange[] = [];
  let start: number | undefined;
  const close = (end: number) => {
    if (start !== undefined && end - 1 > start) ranges.push({ start, end: end - 1, kind: 'guarded-file' });
    start = undefined;
  };
  let at = 0;
  while (at < text.length) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? text.length + 1 : found + 1;
    const line = text.slice(at, end - 1);
    const names = HEADER.exec(line)?.[1];
    if (names !== undefined || AFTER.test(line)) close(at);
    if (names !== undefined && pathsOf(names).some(isGuarded)) start = Math.min(end, text.length);
    at = end;
  }
  close(text.length + 1);
  return ranges;
}

/** Every path that the names of a header may stand for: `a/x b/x`, `x x`, `"a/x\303\251" …`, one name alone; with and without its first folder. */
function pathsOf(names: string): string[] {
  const plain = names.replace(/\x1b\[[0-9;]*m/g, '').replace(/\r$/, '');
  const pieces = [plain];
  for (let at = plain.indexOf(' '); at !== -1; at = plain.indexOf(' ', at + 1)) pieces.push(plain.slice(0, at), plain.slice(at + 1));
  return pieces.flatMap((piece) => {
    const path = piece.replace(/^"|"$/g, '');
    return [path, path.slice(path.indexOf('/') + 1)];
  });
}
