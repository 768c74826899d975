import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** In the system's folders only: what stands earlier on PATH could be anybody's. */
const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin', '/run/current-system/sw/bin', '/run/wrappers/bin'];

export function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find(isProgram);
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
