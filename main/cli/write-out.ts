import { chmod, realpath, stat, writeFile } from 'node:fs/promises';
import { messageOf } from '../adapters/storage/system-error';
import { replaceFile } from '../adapters/storage/write-file-atomically';
import { CodedError } from '../../shared/model/failure';

/**
 * Writes what a command gives to a file that the person named, whole or not at all: what was there before stays until all is written. What
 * is no plain file (a device, a pipe) is written as it is. Rejects with `write-failed`.
 *
 * @param mode - of a new file; one that is replaced keeps its own
 */
export async function writeOut(path: string, text: string, mode = 0o666): Promise<void> {
  try {
    const there = await stat(path).catch(() => undefined);
    if (there === undefined) return await replaceFile(path, text, { mode, durable: true });
    if (!there.isFile()) return await writeFile(path, text);
    const real = await realpath(path);
    await replaceFile(real, text, { mode: 0o600, durable: true });
    await chmod(real, there.mode & 0o777);
  } catch (error) {
    throw new CodedError('write-failed', `${path} cannot be written: ${messageOf(error)}`);
  }
}
