import { stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import picomatch from 'picomatch';
import { workerPath } from './app-root';
import { runRipgrep } from './run-ripgrep';
import type { StartSearch } from './search-process';
import { createSearchStart } from './search-thread';
import { createRipgrepStart } from './start-ripgrep';
import type { FileSearch, GrepRequest } from '../../core/ports';

const LONGEST_LINE = 500;
/** A look for names before a decision: a person waits for it. */
const LONGEST_LOOK_MS = 3_000;
/** With more matches than this, ripgrep sorts them itself. */
const SORTED_HERE = 2000;

/** Hidden files are searched; ignored ones (also outside a Git repository) and version-control folders are not. */
const WALK = ['--hidden', '--no-require-git', ...['.git', '.hg', '.svn', '.jj'].flatMap((name) => ['--glob', `!${name}`])];

/** What each search is started with. */
const ALWAYS = ['--no-config', '--no-messages', '--color=never'];

export interface RipgrepParts {
  rgPath: string;
  start?: StartSearch;
}

export function createRipgrepSearch({ rgPath, start = createSearchStart(workerPath('search')) }: RipgrepParts): FileSearch {
  const startOf = createRipgrepStart(rgPath);
  const commandOf = async (path: string, args: readonly string[], cwd = path) => ({
    words: [...(await startOf(path)), ...ALWAYS, ...args],
    cwd,
  });
  return {
    async grep(request, limit, offset, signal) {
      const place = await placeOf(request.path);
      const lines: string[] = [];
      const readLine = grepLines(request);
      let seen = 0;
      let more = false;
      const take = (printed: string): boolean => {
        for (const line of readLine(printed)) {
          seen += 1;
          if (seen <= offset) continue;
          if (lines.length === limit) {
            more = true;
            return false;
          }
          lines.push(line);
        }
        return true;
      };
      const separator = request.mode === 'files_with_matches' ? '\0' : '\n';
      const command = await commandOf(request.path, grepArguments(request, place.target), place.cwd);
      await runRipgrep(start, command, signal, take, separator);
      return { lines, truncated: more || signal.aborted };
    },
    async glob(pattern, path, limit, signal) {
      const matches = picomatch(pattern, { dot: true });
      const collect = async (sorted: string[], enough: number) => {
        const found: string[] = [];
        const stopped = await runRipgrep(
          start,
          await commandOf(path, ['--files', '--null', ...WALK, ...sorted]),
          signal,
          (name) => {
            const relative = slashes(name);
            if (matches(relative)) found.push(relative);
            return found.length < enough;
          },
          '\0',
        );
        return { found, stopped };
      };
      const first = await collect([], SORTED_HERE + 1);
      if (first.found.length <= SORTED_HERE) {
        const sorted = await newestFirst(path, first.found);
        return { paths: sorted.slice(0, limit), truncated: sorted.length > limit || first.stopped };
      }
      const { found, stopped } = await collect(['--sortr=modified'], limit + 1);
      return { paths: found.slice(0, limit).map((name) => join(path, name)), truncated: stopped };
    },
    async listFiles(folder, limit, signal) {
      const paths: string[] = [];
      const truncated = await runRipgrep(
        start,
        await commandOf(folder, ['--files', '--null', ...WALK]),
        signal,
        (name) => {
          if (paths.length === limit) return false;
          paths.push(slashes(name));
          return true;
        },
        '\0',
      );
      return { paths, truncated };
    },
    async findNames(names, folder, limit, signal) {
      const found: string[] = [];
      const bounded = new AbortController();
      const stop = () => bounded.abort();
      const timer = setTimeout(stop, LONGEST_LOOK_MS);
      signal.addEventListener('abort', stop, { once: true });
      const globs = [...names, '!**/node_modules/**', '!**/.git/**'].flatMap((name) => ['--iglob', name]);
      await runRipgrep(
        start,
        await commandOf(folder, ['--files', '--null', '--hidden', '--no-ignore', ...globs]),
        bounded.signal,
        (name) => {
          found.push(join(folder, name));
          return found.length < limit;
        },
        '\0',
      ).finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
      });
      return found;
    },
  };
}

const BINARY = /^(.*): binary file matches \(/s;

/**
 * Reads what ripgrep prints with `--null`, where the end of a path is certain; leaves out what is hidden. A path with line feeds comes in
 * several lines, of which the last one has its end.
 */
function grepLines({ path: below, mode, lineNumbers, hides }: GrepRequest): (printed: string) => string[] {
  let file = { path: '', hidden: true };
  let shown = false;
  let gap = false;
  let begun: string | undefined;
  const isHidden = (path: string): boolean => {
    if (file.path !== path) file = { path, hidden: !path.startsWith(below) || hides?.(path) === true };
    return file.hidden;
  };
  return (piece) => {
    const printed = begun === undefined ? piece : `${begun}\n${piece}`;
    begun = undefined;
    const end = mode === 'files_with_matches' ? printed.length : printed.indexOf('\0');
    const path = end === -1 ? BINARY.exec(printed)?.[1] : printed.slice(0, end);
    if (path === undefined && printed.startsWith(below)) begun = printed;
    else if (path === undefined) gap = shown;
    if (path === undefined || isHidden(path)) return [];
    const rest = printed.slice(end + 1);
    const line =
      end === -1 || mode === 'files_with_matches' ? printed : mode === 'count' ? `${path}:${rest}` : contentLine(path, rest, lineNumbers);
    const lines = gap ? ['--', line] : [line];
    gap = false;
    shown = true;
    return lines;
  };
}

function contentLine(path: string, rest: string, lineNumbers: boolean): string {
  const [, number = '', separator = ':', text = rest] = /^(\d+)([:-])(.*)$/s.exec(rest) ?? [];
  return lineNumbers ? `${path}${separator}${number}${separator}${text}` : `${path}${separator}${text}`;
}

async function placeOf(path: string): Promise<{ cwd: string; target: string }> {
  const stats = await stat(path);
  return { cwd: stats.isDirectory() ? path : dirname(path), target: path };
}

function grepArguments(request: GrepRequest, target: string): string[] {
  // Sorted by path, so that paging with an offset is stable.
  const args = [
    ...WALK,
    '--sort=path',
    `--max-columns=${LONGEST_LINE}`,
    '--max-columns-preview',
    '--no-heading',
    '--with-filename',
    '--null',
  ];
  if (request.mode === 'files_with_matches') args.push('--files-with-matches');
  if (request.mode === 'count') args.push('--count');
  if (request.mode === 'content') {
    // They also tell a match from a line around one.
    args.push('--line-number');
    if (request.before !== undefined) args.push(`--before-context=${request.before}`);
    if (request.after !== undefined) args.push(`--after-context=${request.after}`);
    if (request.onlyMatching) args.push('--only-matching');
  }
  if (request.ignoreCase) args.push('--ignore-case');
  if (request.multiline) args.push('--multiline', '--multiline-dotall');
  if (request.type !== undefined) args.push(`--type=${request.type}`);
  if (request.glob !== undefined) args.push(...globArguments(request.glob, request.type !== undefined));
  args.push('--regexp', request.pattern, '--', target);
  return args;
}

/**
 * A plain `--glob` would win over ignore files, so a pattern for names alone becomes a file type. Patterns that exclude, name
 * folders or come with a type have no such form.
 */
function globArguments(glob: string, typed: boolean): string[] {
  if (typed || glob.includes('/') || glob.startsWith('!')) return ['--glob', glob];
  return ['--type-add', `vitrineglob:${glob}`, '--type', 'vitrineglob'];
}

async function newestFirst(folder: string, names: readonly string[]): Promise<string[]> {
  const dated = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const stats = await stat(path).catch(() => undefined);
      return { path, time: stats?.mtimeMs ?? 0 };
    }),
  );
  return dated.sort((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
}

function slashes(name: string): string {
  return sep === '\\' ? name.replaceAll('\\', '/') : name;
}
