import { closeSync } from 'node:fs';
import { cp, lstat, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError } from '../../core/ports';
import { errorCode } from './error-code';
import { entryOf, openFolder } from './open-resolved';

/**
 * Moves a file, a link or a folder to a place where nothing stands; folders in front of it are made. Both paths are resolved but for
 * their last part. Rejects with a `FileError`, and nothing is moved then.
 */
export async function moveEntry(from: string, to: string): Promise<void> {
  await between(from, to, async (at, place) => {
    await rename(at, place).catch(async (error: unknown) => {
      if (errorCode(error) !== 'EXDEV') throw error;
      await copyWhole(at, place);
      await rm(at, { recursive: true });
    });
  });
}

/** The same, and what stands at `from` stays. Links are copied as links. Rejects with a `FileError`, and nothing is left of it then. */
export async function copyEntry(from: string, to: string): Promise<void> {
  await between(from, to, copyWhole);
}

async function copyWhole(from: string, to: string): Promise<void> {
  try {
    await cp(from, to, { recursive: true, errorOnExist: true, force: false, verbatimSymlinks: true, preserveTimestamps: true });
  } catch (error) {
    // What somebody else put there meanwhile is theirs.
    if (errorCode(error) !== 'ERR_FS_CP_EEXIST') await rm(to, { recursive: true, force: true });
    throw error;
  }
}

/** Acts on both places by the open folders that they lie in, so that no link leads elsewhere meanwhile. */
async function between(from: string, to: string, act: (from: string, to: string) => Promise<void>): Promise<void> {
  const before = await lstat(from).catch(() => undefined);
  if (before === undefined) throw new FileError('not-found', from, `${from} does not exist.`);
  const source = await openFolder(dirname(from));
  try {
    const target = await openFolder(dirname(to));
    try {
      const [at, place] = [entryOf(source, from), entryOf(target, to)];
      const there = await lstat(place).catch(() => undefined);
      // Another spelling of the same name, where letter case does not count.
      if (there !== undefined && (there.ino !== before.ino || there.dev !== before.dev))
        throw new FileError('failed', to, `${to} already exists.`);
      await act(at, place);
    } finally {
      closeSync(target);
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError('failed', from, error instanceof Error ? error.message : String(error));
  } finally {
    closeSync(source);
  }
}
