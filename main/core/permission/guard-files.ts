import { FileError, type FileSearch, type FileSystem } from '../ports';

/** What keeps a file from being read. Both look at rules in force now. */
export interface ReadGuard {
  /** A deny rule: no byte of the file is read. */
  deniesRead(path: string): boolean;
  /** A deny or an ask rule: search results leave the file out, since nobody was asked for it. */
  hidesFromSearch(path: string): boolean;
  /** False while no rule could do either: then nothing is looked at. */
  hasReadRules(): boolean;
}

/** Most files with a match that are looked at. */
const MAX_FILES = 100_000;
const MAX_LINES = 100_000;

/** The path guard below tools and mentions: a denied file cannot be read, by its own name or through a link. */
export function guardFiles(files: FileSystem, guard: ReadGuard): FileSystem {
  async function check(path: string): Promise<void> {
    if (!guard.hasReadRules()) return;
    if (guard.deniesRead(path) || guard.deniesRead(await files.realpath(path)))
      throw new FileError('denied', path, `A rule denies reading ${path}.`);
  }
  return {
    ...files,
    async readFile(path) {
      await check(path);
      return files.readFile(path);
    },
    async readRange(path, offset, length) {
      await check(path);
      return files.readRange(path, offset, length);
    },
  };
}

/** Searches whose results leave guarded files out: their lines are never among the answers, their neighbours' are. */
export function guardSearch(search: FileSearch, guard: ReadGuard): FileSearch {
  return {
    ...search,
    async grep(request, limit, offset, signal) {
      if (!guard.hasReadRules()) return search.grep(request, limit, offset, signal);
      const { lines: paths, truncated } = await search.grep({ ...request, mode: 'files_with_matches' }, MAX_FILES, 0, signal);
      const hidden = paths.filter((path) => guard.hidesFromSearch(path));
      if (hidden.length === 0 && !truncated) return search.grep(request, limit, offset, signal);
      const all = await search.grep(request, MAX_LINES, 0, signal);
      const kept = all.lines.filter((line) => !hidden.some((path) => isLineOf(path, line)));
      return { lines: kept.slice(offset, offset + limit), truncated: all.truncated || kept.length > offset + limit };
    },
  };
}

/** Lines of output begin with the path: alone, or with `:` (a match or a count) or `-` (lines around one) and a number. */
function isLineOf(path: string, line: string): boolean {
  return line.startsWith(path) && (line.length === path.length || /^[:-]/.test(line.slice(path.length)));
}
