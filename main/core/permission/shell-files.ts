import { resolveArgument } from './path-text';
import type { CommandPart } from './shell-reading';
import type { ShellWord } from './shell-words';
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

/** Files that a part names, as far as programs and redirects that everybody uses go. Absolute paths. */
export function findTouchedFiles(part: CommandPart, cwd: string, home: string): ShellTouch {
  const resolve = (text: string) => resolveArgument(text, cwd, home);
  const reads = part.reads.map(resolve);
  const writes = part.writes.filter((text) => !isHarmlessTarget(text)).map(resolve);
  for (const form of part.forms) {
    const [program, ...args] = form;
    const name = commandName(program);
    const paths = args.flatMap(pathsInWord).map(resolve);
    if (READERS.has(name)) reads.push(...paths);
    if (WRITERS.has(name) || (name === 'sed' && args.some((word) => /^-[A-Za-z]*i|^--in-place/.test(word.text)))) writes.push(...paths);
  }
  return { reads, writes };
}

/** What may be a path in an argument: the word itself, or what an option carries (`-f/x`, `--file=x`, `of=x`). */
export function pathsInWord(word: ShellWord): string[] {
  const { text } = word;
  if (text === '' || text === '-' || text === '--') return [];
  const found: string[] = [];
  if (!text.startsWith('-')) found.push(text);
  const equals = text.indexOf('=');
  if (equals !== -1 && equals < text.length - 1) found.push(text.slice(equals + 1));
  const glued = /^-[A-Za-z](?=[./~])/.test(text) ? text.slice(2) : undefined;
  if (glued !== undefined) found.push(glued);
  return found;
}

function isHarmlessTarget(text: string): boolean {
  return /^(?:\d+|-)$/.test(text) || text === '/dev/null' || text === '/dev/stdout' || text === '/dev/stderr';
}
