import { lstat, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identitySchema, isAlive } from '../storage/writer-lock';
import { TEMP_PREFIX } from './leases';
import { OWNER_FILE } from './own-files';

const MOST_FOLDERS = 200;

/** Takes away the folders that processes left which were killed. What does not say whose it is, or is another person's, stays. */
export async function sweepLeftFolders(): Promise<void> {
  const base = await realpath(tmpdir());
  const names = (await readdir(base)).filter((name) => name.startsWith(TEMP_PREFIX)).slice(0, MOST_FOLDERS);
  for (const name of names) {
    const folder = join(base, name);
    if (await isLeft(folder)) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isLeft(folder: string): Promise<boolean> {
  try {
    const found = await lstat(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return false;
    return !(await isAlive(identitySchema.parse(JSON.parse(await readFile(join(folder, OWNER_FILE), 'utf8')))));
  } catch {
    return false;
  }
}
