import { type FileHandle, open, unlink } from 'node:fs/promises';
import { CodedError } from '../../shared/model/failure';

/**
 * Writes what a command gives to a file that the person named. A file that it made for that goes again where it cannot be written whole;
 * one that was there is written over.
 *
 * @param mode - of a new file
 */
export async function writeOut(path: string, text: string, mode = 0o666): Promise<void> {
  const made = await open(path, 'wx', mode).catch(() => undefined);
  const file: FileHandle = made ?? (await open(path, 'w', mode));
  try {
    await file.writeFile(text);
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    if (made !== undefined) await unlink(path).catch(() => undefined);
    throw new CodedError('write-failed', `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
