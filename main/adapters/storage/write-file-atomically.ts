import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Replaces a file as a whole: a reader sees the old text or the new one. Makes missing folders; readable by the person only.
 * `durable: false` for what can be made again at any time.
 */
export async function writeFileAtomically(path: string, text: string, durable = true): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await replaceFile(path, text, { mode: 0o600, durable });
}

/** The same in a folder that exists, with a mode of its own. */
export async function replaceFile(path: string, text: string, { mode, durable }: { mode: number; durable: boolean }): Promise<void> {
  const draft = `${path}.${randomUUID()}.new`;
  const handle = await open(draft, 'wx', mode);
  try {
    await handle.writeFile(text);
    if (durable) await handle.datasync();
    await handle.close();
    await rename(draft, path);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await unlink(draft).catch(() => undefined);
    throw error;
  }
}
