import { closeSync, constants, fstatSync, lstatSync, open, readlinkSync, realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { FileError } from '../../core/ports';
import { errorCode } from './error-code';

const openDescriptor = promisify(open);

/** `O_NOFOLLOW_ANY`: macOS refuses a path with a link in any of its parts. Elsewhere (not on Windows) the last part is what can be refused. */
const NO_LINKS = process.platform === 'darwin' ? 0x2000_0000 : (constants.O_NOFOLLOW ?? 0);

/** `O_PATH` of Linux, which Node does not name: the folder itself need not be readable. */
const FOLDER = process.platform === 'linux' ? 0o1000_0000 : constants.O_RDONLY;

/**
 * Opens what stands at a resolved path, and nothing that a link put into the path meanwhile leads to. On Linux the system says where
 * the open file is. macOS refuses links itself. On Windows the file that stands at the path afterwards must be the opened one: that
 * leaves a gap to who swaps twice in between. A plain descriptor, because the bookkeeping of a FileHandle takes longer than a small
 * file; what is known of an open file is asked for on this thread, because the way to another one takes longer than the answer.
 */
export async function openResolved(path: string, flags: number): Promise<number> {
  const descriptor = await openDescriptor(path, flags | NO_LINKS).catch((error: unknown) => {
    throw errorCode(error) === 'ELOOP' ? elsewhere(path) : error;
  });
  try {
    if (!isAt(descriptor, resolve(path))) throw elsewhere(path);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** A folder at a resolved path, held open; folders that are missing are made, each inside the one that is held. */
export async function openFolder(path: string): Promise<number> {
  const flags = FOLDER | (constants.O_DIRECTORY ?? 0);
  try {
    return await openResolved(path, flags);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
  }
  const parent = await openFolder(dirname(path));
  try {
    await mkdir(entryOf(parent, path)).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  } finally {
    closeSync(parent);
  }
  return openResolved(path, flags);
}

/** The last part of a path inside its folder that is held open, however that folder's path is changed meanwhile (Linux). */
export function entryOf(folder: number, path: string, name = basename(path)): string {
  return join(process.platform === 'linux' ? `/proc/self/fd/${folder}` : dirname(path), name);
}

export function elsewhere(path: string): FileError {
  return new FileError('denied', path, `${path} is a link, or lies behind one, that was not there when the path was looked at.`);
}

function isAt(descriptor: number, path: string): boolean {
  if (process.platform === 'linux') {
    const at = readlinkSync(`/proc/self/fd/${descriptor}`);
    // Replaced right after it was opened, as editors do when they save.
    return at === path || (at === `${path} (deleted)` && fstatSync(descriptor).nlink === 0);
  }
  const opened = fstatSync(descriptor, { bigint: true });
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found?.ino === opened.ino && found.dev === opened.dev && realpathSync.native(path) === path;
}
