import type { FileSearch } from '../ports';
import { GUARDED_KINDS } from './guarded-paths';
import type { SecretPaths } from './secret-paths';

const MOST = 500;

/** Guarded files that lie in some folders: absolute paths, at most 500 a folder, installed packages left out. Never rejects. */
export async function findPresentSecrets(
  search: Pick<FileSearch, 'findNames'>,
  folders: readonly string[],
  secrets: SecretPaths,
): Promise<string[]> {
  const never = new AbortController().signal;
  const found = await Promise.all(
    folders.map((folder) => search.findNames([...guardedNames(), ...secrets.ownGlobs], folder, MOST, never).catch(() => [])),
  );
  return found.flat().filter((path) => secrets.find(path) !== undefined);
}

/** The built-in patterns as globs for a path below any folder. */
function guardedNames(): string[] {
  return GUARDED_KINDS.flatMap(({ patterns }) => patterns)
    .filter((pattern) => !/^[~/]/.test(pattern))
    .map((pattern) => (pattern.endsWith('/') ? `**/${pattern}**` : `**/${pattern}`));
}
