import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hashBytes } from '../files/hash-bytes';
import { waitForLock } from './writer-lock';

/** Runs a change of a file while no other process of this home changes it, too. Rejects where another one keeps it for too long. */
export type FileLocks = <T>(path: string, change: () => Promise<T>) => Promise<T>;

/** Locks lie below the home, under a name made of the path: nothing is put beside a project's own files. */
export function createFileLocks(home: string): FileLocks {
  const folder = join(home, 'locks');
  return async (path, change) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const lock = await waitForLock(join(folder, hashBytes(new TextEncoder().encode(path)).slice(0, 32)), 'settings', path);
    try {
      return await change();
    } finally {
      await lock.release();
    }
  };
}
