import { lstat, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNER_FILE } from '../storage/own-folder';
import { identitySchema, isAlive } from '../storage/writer-lock';
import { TEMP_PREFIX } from './leases';

const MOST_FOLDERS = 200;
const OWNED = [TEMP_PREFIX, 'vitrine-env-'];
/** Removed again in the moment in which they are made: what is older was left. */
const PASSING = ['vitrine-hook-', 'vitrine-pipes-'];
const OLD_MS = 3_600_000;

/** Takes away the folders that processes left which were killed. What is another person's stays, and so does what
 * neither says whose it is nor is only ever there for a moment. */
export async function sweepLeftFolders(): Promise<void> {
  const base = await realpath(tmpdir());
  const names = (await readdir(base))
    .filter((name) => [...OWNED, ...PASSING].some((prefix) => name.startsWith(prefix)))
    .slice(0, MOST_FOLDERS);
  for (const name of names) {
    const folder = join(base, name);
    const isPassing = PASSING.some((prefix) => name.startsWith(prefix));
    if (await isLeft(folder, isPassing)) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isLeft(folder: string, isPassing: boolean): Promise<boolean> {
  try {
    const found = await lstat(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return false;
    if (isPassing) return Date.now() - found.mtimeMs > OLD_MS;
    return !(await isAlive(identitySchema.parse(JSON.parse(await readFile(join(folder, OWNER_FILE), 'utf8')))));
  } catch {
    return false;
  }
}
