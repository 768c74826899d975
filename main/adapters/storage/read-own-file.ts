import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Larger than any file of settings or of what is known of many sessions. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Bytes of a file of the product's own that is read as a whole. Rejects with the system's error, or where what stands there is no regular
 * file (reading a pipe or a device could wait, or go on, for ever) or has more than `most` bytes.
 */
export async function readOwnFile(path: string, most = MOST_BYTES): Promise<Buffer> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error(`${path} is no regular file`);
    if (stats.size > most) throw new Error(`${path} has ${stats.size} bytes; at most ${most} are read`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** The same as UTF-8 text. */
export async function readOwnText(path: string, most?: number): Promise<string> {
  return (await readOwnFile(path, most)).toString('utf8');
}
