import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, read, readFile, realpath, stat, type Stats } from 'node:fs';
import { lstat, open, readdir, readlink, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { FileError, type FileErrorCode, type FileStat, type FileSystem } from '../../core/ports';
import { errorCode } from './error-code';
import { elsewhere, entryOf, openFolder, openResolved } from './open-resolved';

const LARGEST_FILE = 512 * 1024 * 1024;

const readDescriptor = promisify(read);
const readToEnd = promisify(readFile);
// Asked of many files before each request: the promises of `node:fs/promises` cost twice as much.
const statPath = promisify(stat);
const realPath = promisify(realpath.native);

const CODES: Record<string, FileErrorCode> = {
  ENOENT: 'not-found',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  EISDIR: 'is-directory',
  ENOTDIR: 'not-a-directory',
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
  EFBIG: 'too-large',
  ERR_FS_FILE_TOO_LARGE: 'too-large',
};

export function createNodeFileSystem(): FileSystem {
  return {
    readFile: (path, most = LARGEST_FILE) => guarded(path, () => readWhole(path, most)),
    readRange: (path, offset, length) => guarded(path, () => readRange(path, offset, length)),
    writeFile: (path, bytes) => guarded(path, () => writeAtomically(path, bytes)),
    stat: (path) =>
      guarded(path, async () => {
        try {
          return describeStats(await statPath(path));
        } catch (error) {
          const code = errorCode(error);
          if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
          throw error;
        }
      }),
    list: (path) =>
      guarded(path, async () => {
        const entries = await readdir(path, { withFileTypes: true });
        return entries.map((entry) => ({
          name: entry.name,
          kind: entry.isSymbolicLink() ? ('link' as const) : kindOf(entry),
        }));
      }),
    realpath: (path) => guarded(path, () => resolveLinks(path)),
    remove: (path) => guarded(path, () => inFolder(path, (folder) => rm(entryOf(folder, path)))),
  };
}

async function guarded<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileError) throw error;
    const code = errorCode(error);
    // A folder that is held open is named by its path.
    const message = (error instanceof Error ? error.message : String(error)).replace(/\/proc\/self\/fd\/\d+/g, dirname(path));
    throw new FileError((code === undefined ? undefined : CODES[code]) ?? 'failed', path, message);
  }
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): FileStat['kind'] {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'directory' : 'other';
}

function describeStats(stats: Stats): FileStat {
  return { kind: kindOf(stats), size: stats.size, modifiedMs: stats.mtimeMs, mode: stats.mode & 0o7777 };
}

/** Opens for reading what is a regular file: reading a FIFO or a device could wait for ever. */
async function withRegular<T>(path: string, work: (descriptor: number, size: number) => Promise<T>): Promise<T> {
  const descriptor = await openResolved(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw new FileError('is-directory', path, `${path} is a folder`);
    if (!stats.isFile()) throw new FileError('failed', path, `${path} is not a regular file`);
    return await work(descriptor, stats.size);
  } finally {
    closeSync(descriptor);
  }
}

/** Gives no Buffer: its `slice` would share the memory. */
function readWhole(path: string, most: number): Promise<Uint8Array> {
  return withRegular(path, async (descriptor, size) => {
    if (size > most) throw new FileError('too-large', path, `${path} has ${size} bytes`);
    // What the system makes up as it is read has no size.
    if (size > 0) return readInto(descriptor, new Uint8Array(size), 0);
    const { buffer, byteOffset, byteLength } = await readToEnd(descriptor);
    return new Uint8Array(buffer, byteOffset, byteLength);
  });
}

function readRange(path: string, offset: number, length: number): Promise<Uint8Array> {
  return withRegular(path, (descriptor) => readInto(descriptor, new Uint8Array(length), offset));
}

/** Fills the bytes from a place in the file; gives what there was. */
async function readInto(descriptor: number, bytes: Uint8Array, offset: number): Promise<Uint8Array> {
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await readDescriptor(descriptor, bytes, filled, bytes.length - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** Holds the folder of a resolved path open meanwhile. */
async function inFolder<T>(path: string, work: (folder: number) => Promise<T>): Promise<T> {
  const folder = await openFolder(dirname(resolve(path)));
  try {
    return await work(folder);
  } finally {
    closeSync(folder);
  }
}

function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  return inFolder(path, async (folder) => {
    const target = entryOf(folder, path);
    const before = await lstat(target).catch(() => undefined);
    if (before?.isSymbolicLink()) throw elsewhere(path);
    if (before?.isDirectory()) throw new FileError('is-directory', path, `${path} is a folder`);
    if (before !== undefined && !before.isFile()) throw new FileError('failed', path, `${path} is not a regular file`);
    if (before !== undefined) await assertWritable(target, path);
    const temporary = entryOf(folder, path, `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      const handle = await open(temporary, 'wx', before === undefined ? 0o666 : before.mode & 0o777);
      try {
        await handle.writeFile(bytes);
        if (before !== undefined) await handle.chmod(before.mode & 0o7777);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  });
}

/** A rename would replace a file that its mode protects: the mode of the file counts, not that of its folder. */
async function assertWritable(target: string, path: string): Promise<void> {
  const handle = await open(target, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0)).catch((error: unknown) => {
    throw errorCode(error) === 'ELOOP' ? elsewhere(path) : error;
  });
  await handle.close();
}

/** A dangling final link resolves to the place that it points to. */
async function resolveLinks(path: string, depth = 0): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realPath(absolute);
  } catch (error) {
    const code = errorCode(error);
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || depth > 40) throw error;
  }
  const parent = dirname(absolute);
  if (parent === absolute) return absolute;
  const entry = await lstat(absolute).catch(() => undefined);
  if (entry?.isSymbolicLink()) {
    return resolveLinks(resolve(await resolveLinks(parent, depth + 1), await readlink(absolute)), depth + 1);
  }
  return join(await resolveLinks(parent, depth + 1), basename(absolute));
}
