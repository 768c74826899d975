import { stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import picomatch from 'picomatch';
import { runRipgrep } from './run-ripgrep';
import type { FileSearch, GrepRequest } from '../../core/ports';

const LONGEST_LINE = 500;
/** With more matches than this, ripgrep sorts them itself. */
const SORTED_HERE = 2000;

/** Hidden files are searched; ignored ones (also outside a Git repository) and version-control folders are not. */
const WALK = ['--hidden', '--no-require-git', ...['.git', '.hg', '.svn', '.jj'].flatMap((name) => ['--glob', `!${name}`])];

export function createRipgrepSearch({ rgPath }: { rgPath: string }): FileSearch {
  return {
    async grep(request, limit, offset, signal) {
      const place = await placeOf(request.path);
      const lines: string[] = [];
      let seen = 0;
      let more = false;
      await runRipgrep(rgPath, grepArguments(request, place.target), place.cwd, signal, (line) => {
        seen += 1;
        if (seen <= offset) return true;
        if (lines.length === limit) {
          more = true;
          return false;
        }
        lines.push(line);
        return true;
      });
      return { lines, truncated: more || signal.aborted };
    },
    async glob(pattern, path, limit, signal) {
      const matches = picomatch(pattern, { dot: true });
      const collect = async (sorted: string[], enough: number) => {
        const found: string[] = [];
        const stopped = await runRipgrep(
          rgPath,
          ['--files', '--null', ...WALK, ...sorted],
          path,
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
        rgPath,
        ['--files', '--null', ...WALK],
        folder,
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
  };
}

async function placeOf(path: string): Promise<{ cwd: string; target: string }> {
  const stats = await stat(path);
  return { cwd: stats.isDirectory() ? path : dirname(path), target: path };
}

function grepArguments(request: GrepRequest, target: string): string[] {
  // Sorted by path, so that paging with an offset is stable.
  const args = [...WALK, '--sort=path', `--max-columns=${LONGEST_LINE}`, '--max-columns-preview', '--no-heading', '--with-filename'];
  if (request.mode === 'files_with_matches') args.push('--files-with-matches');
  if (request.mode === 'count') args.push('--count');
  if (request.mode === 'content') {
    args.push(request.lineNumbers ? '--line-number' : '--no-line-number');
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
