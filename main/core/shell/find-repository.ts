import { dirname, isAbsolute, join } from 'node:path/posix';
import { rangeThroughLinks } from '../kernel/read-linked';
import type { FileSystem } from '../ports';

/** The repository around a folder. */
export interface Repository {
  /** Top of the work tree; may lie above the folder. */
  root: string;
  /** Where git keeps what it writes, outside the work tree as well (a linked work tree, a submodule). Resolved. */
  gitFolder: string;
}

/** Undefined where there is none, or none that can be read. */
export async function findRepository(files: FileSystem, folder: string): Promise<Repository | undefined> {
  for (let root = folder; ; root = dirname(root)) {
    const path = join(root, '.git');
    const found = await files.stat(path).catch(() => undefined);
    if (found?.kind === 'directory') return { root, gitFolder: await files.realpath(path).catch(() => path) };
    if (found?.kind === 'file') {
      const gitFolder = await followGitFile(files, path).catch(() => undefined);
      return gitFolder === undefined ? undefined : { root, gitFolder };
    }
    if (root === dirname(root)) return undefined;
  }
}

/** `.git` as a file names a folder, and that one, of a linked work tree, the folder that all work trees share. */
async function followGitFile(files: FileSystem, path: string): Promise<string | undefined> {
  const named = /^gitdir: (.+)$/m.exec(await readText(files, path))?.[1];
  if (named === undefined) return undefined;
  const own = isAbsolute(named) ? named : join(dirname(path), named);
  const shared = await readText(files, join(own, 'commondir')).catch(() => '.');
  // Anybody can write such a file: only what is a repository's folder by its look is taken for one.
  const gitFolder = await files.realpath(join(isAbsolute(shared) ? '/' : own, shared.trim()));
  const parts = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => files.stat(join(gitFolder, name))));
  return parts.every((part) => part !== undefined) ? gitFolder : undefined;
}

async function readText(files: FileSystem, path: string): Promise<string> {
  return new TextDecoder().decode(await rangeThroughLinks(files)(path, 0, 4096));
}
