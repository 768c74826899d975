import { writtenGitSettings } from './git-settings';
import { writtenPackageSettings } from './package-settings';
import type { Place, ShellPart, ShellWord } from './parsed-command';
import { resolveArgument } from './path-text';
import { commandName } from './shell-wrappers';
import { writtenWords } from './written-words';

/** Programs that show, copy, send or run what the files that they are given hold. */
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
  ...[
    'gawk',
    'mawk',
    'nawk',
    'gsed',
    'zcat',
    'zgrep',
    'zless',
    'bzcat',
    'xzcat',
    'batcat',
    'glow',
    'pr',
    'fmt',
    'expand',
    'split',
    'csplit',
  ],
  ...['shuf', 'comm', 'join', 'iconv', 'col', 'vi', 'vim', 'nvim', 'ed', 'ex', 'nano', 'emacs', 'view', 'hexyl', 'perl', 'ruby', 'busybox'],
  ...[
    'sh',
    'bash',
    'zsh',
    'dash',
    'ksh',
    'fish',
    'mapfile',
    'readarray',
    'xargs',
    'openssl',
    'ssh-keygen',
    'ssh-add',
    'gpg',
    'age',
    'sops',
  ],
  ...['cpio', '7z', 'bzip2', 'xz', 'zstd', 'ditto', 'pax', 'ar'],
  ...[
    'curl',
    'wget',
    'http',
    'https',
    'xh',
    'sftp',
    'rclone',
    'aws',
    'gsutil',
    'gcloud',
    'gh',
    'nc',
    'ncat',
    'socat',
    'xclip',
    'xsel',
    'pbcopy',
  ],
]);
/** Subcommands of git that show what files hold, now or in a commit, or carry it elsewhere. */
const GIT_READERS = new Set([
  ...['show', 'diff', 'log', 'blame', 'annotate', 'cat-file', 'grep', 'archive', 'stash', 'difftool', 'restore', 'checkout', 'config'],
  ...['whatchanged', 'range-diff', 'format-patch', 'diff-index', 'diff-tree', 'diff-files', 'apply', 'merge-file', 'hash-object', 'bundle'],
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
  /** Files of settings that git and package managers change: protected wherever they lie. */
  settings: string[];
}

/** A decision asks again and again where a part runs. */
const resolved = new WeakMap<readonly Place[], { cwd: string; home: string; folders: ReadonlyArray<string | undefined> }>();

/** Where a part may run: absolute folders; undefined for one that cannot be told. */
export function foldersOf(places: readonly Place[], cwd: string, home: string): ReadonlyArray<string | undefined> {
  const last = resolved.get(places);
  if (last?.cwd === cwd && last.home === home) return last.folders;
  const folders = places.map((place) => (place === undefined ? undefined : resolveArgument(place, cwd, home)));
  resolved.set(places, { cwd, home, folders });
  return folders;
}

/**
 * Files that a part names, as far as programs and redirects that everybody uses go: absolute paths, for every folder that it may
 * run in. Of a folder that cannot be told, relative paths are taken from where the command starts.
 */
export function findTouchedFiles(part: ShellPart, cwd: string, home: string): ShellTouch {
  const touch: ShellTouch = { reads: [], writes: [], settings: [] };
  for (const folder of new Set(foldersOf(part.places, cwd, home).map((found) => found ?? cwd))) {
    const resolve = (text: string) => resolveArgument(text, folder, home);
    touch.reads.push(...part.reads.map((word) => resolve(word.text)));
    const targets = new Set(part.writes.map((word) => word.text).filter((text) => !isHarmlessTarget(text)));
    touch.writes.push(...[...targets].map(resolve));
    for (const [program, ...args] of part.forms) {
      const name = commandName(program);
      if (name === 'git') {
        if (args.some((word) => GIT_READERS.has(word.text))) touch.reads.push(...[...new Set(args.flatMap(pathsOfGit))].map(resolve));
        const settings = writtenGitSettings(args).map(resolve);
        touch.writes.push(...settings);
        touch.settings.push(...settings);
      }
      touch.settings.push(...writtenPackageSettings(name, args).map(resolve));
      const named = writtenWords(name, args).filter(({ text }) => text !== '-' && !isHarmlessTarget(text));
      touch.writes.push(...named.map(({ text }) => resolve(text)));
      const reads = READERS.has(name);
      const writes = writesFiles(program, args);
      if (!reads && !writes) continue;
      const paths = [...new Set(args.flatMap(pathsInWord))].map(resolve);
      if (reads) touch.reads.push(...paths);
      if (writes) touch.writes.push(...paths);
    }
  }
  return touch;
}

/** Whether a program changes, makes or removes the files that it is given. */
export function writesFiles(program: ShellWord | undefined, args: readonly ShellWord[]): boolean {
  const name = commandName(program);
  return WRITERS.has(name) || (name === 'sed' && args.some((word) => /^-[A-Za-z]*i|^--in-place/.test(word.text)));
}

/** Whether a program shows, copies, sends, runs, changes or removes the files that it is given. */
export function touchesFiles(program: string): boolean {
  return READERS.has(program) || WRITERS.has(program);
}

/** git names a file by itself, and behind a colon that of a commit or of the index (`HEAD:x`, `:0:x`). */
function pathsOfGit(word: ShellWord): string[] {
  const colon = word.text.lastIndexOf(':');
  return colon === -1 || colon === word.text.length - 1 ? pathsInWord(word) : [...pathsInWord(word), word.text.slice(colon + 1)];
}

/** What may be a path in an argument: the word itself, or what an option carries (`-f/x`, `--file=x`, `of=x`, `@x`, `file:///x`). */
export function pathsInWord(word: ShellWord): string[] {
  const { text } = word;
  if (text === '' || text === '-' || text === '--') return [];
  const found: string[] = [];
  if (!text.startsWith('-')) found.push(text);
  const equals = text.indexOf('=');
  if (equals !== -1 && equals < text.length - 1) found.push(text.slice(equals + 1));
  const glued = /^-[A-Za-z0-9]+?([./~].*)$/s.exec(text)?.[1];
  if (glued !== undefined) found.push(glued);
  const carried = found.flatMap((path) => /^(?:[^/@]*=)?@(.+)$/s.exec(path)?.[1] ?? /^file:\/\/(\/.*)$/s.exec(path)?.[1] ?? []);
  return [...found, ...carried];
}

/** Redirect targets that keep nothing. */
export function isHarmlessTarget(text: string): boolean {
  return text === '/dev/null' || text === '/dev/stdout' || text === '/dev/stderr';
}
