import { lstat, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNER_FILE } from './own-folder';
import { readOwnText } from './read-own-file';
import { identitySchema, isAlive } from './writer-lock';

/** What one call takes away at most. */
const MOST_REMOVED = 200;
const OLD_MS = 3_600_000;

/** How names of temporary folders begin. */
export interface LeftFolders {
  /** Each says whose it is. */
  owned: readonly string[];
  /** Removed again in the moment in which they are made: what is older was left. */
  passing: readonly string[];
}

/**
 * Takes away the folders that processes left which were killed. What is another person's stays, and so does what neither says whose it is
 * nor is only ever there for a moment.
 */
export async function sweepLeftFolders({ owned, passing }: LeftFolders): Promise<void> {
  const base = await realpath(tmpdir());
  let removed = 0;
  for (const name of await readdir(base)) {
    if (removed === MOST_REMOVED) return;
    const begins = (prefix: string) => name.startsWith(prefix);
    const isPassing = passing.some(begins);
    if (!isPassing && !owned.some(begins)) continue;
    const folder = join(base, name);
    if (!(await isLeft(folder, isPassing))) continue;
    await rm(folder, { recursive: true, force: true }).then(
      () => (removed += 1),
      () => undefined,
    );
  }
}

async function isLeft(folder: string, isPassing: boolean): Promise<boolean> {
  try {
    const found = await lstat(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return false;
    if (isPassing) return Date.now() - found.mtimeMs > OLD_MS;
    return !(await isAlive(identitySchema.parse(JSON.parse(await readOwnText(join(folder, OWNER_FILE))))));
  } catch {
    return false;
  }
}
