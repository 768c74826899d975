import type { Place, ShellPart, ShellWord } from './parsed-command';
import { resolveArgument } from './path-text';
import { commandName } from './shell-wrappers';

const READERS = new Set([
  'cat',
  'head',
  'tail',
  'sed',
  'grep',
  'egrep',
  'fgrep',
  'rg',
  'ag',
  'less',
  'more',
  'nl',
  'wc',
  'sort',
  'uniq',
  'cut',
  'awk',
  'strings',
  'xxd',
  'od',
  'hexdump',
  'diff',
  'cmp',
  'base64',
  'tac',
  'rev',
  'cp',
  'mv',
  'source',
  '.',
  'bat',
  'jq',
  'yq',
  'file',
  'stat',
  'ln',
  'tar',
  'zip',
  'gzip',
  'scp',
  'rsync',
  'paste',
  'fold',
  'column',
  'tr',
  'dd',
  'install',
]);
const WRITERS = new Set([
  'rm',
  'rmdir',
  'mv',
  'cp',
  'touch',
  'tee',
  'mkdir',
  'ln',
  'truncate',
  'dd',
  'install',
  'chmod',
  'chown',
  'shred',
  'unlink',
  'rsync',
]);

export interface ShellTouch {
  reads: string[];
  writes: string[];
}

/** Where a part may run: absolute folders; undefined for one that cannot be told. */
export function foldersOf(places: readonly Place[], cwd: string, home: string): Array<string | undefined> {
  return places.map((place) => (place === 'unknown' ? undefined : place.reduce((at, step) => resolveArgument(step, at, home), cwd)));
}

/**
 * Files that a part names, as far as programs and redirects that everybody uses go: absolute paths, for every folder that it may
 * run in. Of a folder that cannot be told, relative paths are taken from where the command starts.
 */
export function findTouchedFiles(part: ShellPart, cwd: string, home: string): ShellTouch {
  const touch: ShellTouch = { reads: [], writes: [] };
  for (const folder of new Set(foldersOf(part.places, cwd, home).map((found) => found ?? cwd))) {
    const resolve = (text: string) => resolveArgument(text, folder, home);
    touch.reads.push(...part.reads.map((word) => resolve(word.text)));
    touch.writes.push(...part.writes.filter((word) => !isHarmlessTarget(word.text)).map((word) => resolve(word.text)));
    for (const [program, ...args] of part.forms) {
      const name = commandName(program);
      const paths = args.flatMap(pathsInWord).map(resolve);
      if (READERS.has(name)) touch.reads.push(...paths);
      if (WRITERS.has(name) || (name === 'sed' && args.some((word) => /^-[A-Za-z]*i|^--in-place/.test(word.text))))
        touch.writes.push(...paths);
    }
  }
  return touch;
}

/** What may be a path in an argument: the word itself, or what an option carries (`-f/x`, `--file=x`, `of=x`). */
export function pathsInWord(word: ShellWord): string[] {
  const { text } = word;
  if (text === '' || text === '-' || text === '--') return [];
  const found: string[] = [];
  if (!text.startsWith('-')) found.push(text);
  const equals = text.indexOf('=');
  if (equals !== -1 && equals < text.length - 1) found.push(text.slice(equals + 1));
  const glued = /^-[A-Za-z0-9]+?([./~].*)$/s.exec(text)?.[1];
  if (glued !== undefined) found.push(glued);
  return found;
}

/** Redirect targets that keep nothing. */
export function isHarmlessTarget(text: string): boolean {
  return text === '/dev/null' || text === '/dev/stdout' || text === '/dev/stderr';
}
