import { FileError, type FileSearch, type FileSystem } from '../ports';

/** What keeps a file from being read. Both look at rules in force now. */
export interface ReadGuard {
  /** Why no byte of the file is read: a deny rule, or the guard of secrets. Undefined for a file that may be read. */
  deniesRead(path: string): string | undefined;
  /** The same, or an ask rule: search results leave the file out, since nobody was asked for it. */
  hidesFromSearch(path: string): boolean;
}

/**
 * The path guard below tools and mentions: a denied file cannot be read, by its own name or through a link. Files are opened without
 * following links, so that the path that is looked at here is the one that is read.
 */
export function guardFiles(files: FileSystem, guard: ReadGuard): FileSystem {
  return {
    ...files,
    async readFile(path, most, asked = path) {
      refuse(asked, guard.deniesRead(asked) ?? (asked === path ? undefined : guard.deniesRead(path)));
      return files.readFile(path, most, asked);
    },
    async readRange(path, offset, length) {
      refuse(path, guard.deniesRead(path));
      return files.readRange(path, offset, length);
    },
  };
}

function refuse(path: string, why: string | undefined): void {
  if (why !== undefined) throw new FileError('denied', path, why);
}

/** Searches whose results leave guarded files out: their lines are never among the answers, their neighbours' are. */
export function guardSearch(search: FileSearch, guard: ReadGuard): FileSearch {
  const hides = (path: string): boolean => guard.hidesFromSearch(path);
  return { ...search, grep: (request, limit, offset, signal) => search.grep({ ...request, hides }, limit, offset, signal) };
}
