import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownIdentity, type ProcessIdentity } from './writer-lock';

/** Says whose the folder is. */
export const OWNER_FILE = 'owner.json';

/** A temporary folder of this process: once that was killed, the next one sweeps it (`sweepLeftFolders`). */
export async function makeOwnFolder(prefix: string): Promise<string> {
  const owner = await ownIdentity();
  const folder = mkdtempSync(join(realpathSync(tmpdir()), prefix));
  markOwner(folder, owner);
  return folder;
}

export function markOwner(folder: string, owner: ProcessIdentity): void {
  writeFileSync(join(folder, OWNER_FILE), JSON.stringify(owner), { mode: 0o600 });
}
