import { open } from 'node:fs/promises';

/** Makes new and renamed names in a folder last through a power cut, where the system can (not on Windows). */
export async function syncFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Systems that cannot open or synchronise folders order these changes by themselves.
  }
}
