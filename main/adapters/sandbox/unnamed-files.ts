import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../storage/system-error';

/** What stands for bytes that are no text. */
const REPLACEMENT = '\ufffd';
const SLASH = Buffer.from('/');
const MOST_FOLDERS = 1_000;

/** Names that are not UTF-8 come like this: nothing can be mounted there, since the name as it is is not known. */
export function isUnclear(name: string): boolean {
  return name.includes(REPLACEMENT);
}

/** Whether something guarded lies in a folder under such a name, or anywhere below one; also where that is too much to be looked through. */
export function holdsUnnamed(folder: string, isGuarded: (path: string) => boolean): boolean {
  const waiting: Buffer[] = [];
  for (const entry of entriesOf(Buffer.from(folder)) ?? []) {
    if (!isUnclear(String(entry.name))) continue;
    const path = join(folder, String(entry.name));
    if (isGuarded(path) || (entry.isDirectory() && isGuarded(`${path}/x`))) return true;
    if (entry.isDirectory()) waiting.push(below(Buffer.from(folder), entry.name));
  }
  let looked = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entries = entriesOf(at);
    looked += 1;
    if (entries === undefined || looked > MOST_FOLDERS) return true;
    for (const entry of entries) {
      const path = below(at, entry.name);
      const text = String(path);
      if (isGuarded(text) || (entry.isDirectory() && isGuarded(`${text}/x`))) return true;
      if (entry.isDirectory()) waiting.push(path);
    }
  }
  return false;
}

function below(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, SLASH, name]);
}

/** Undefined where the path is too long to be listed; what may not be listed is nothing to a command either. */
function entriesOf(folder: Buffer): Array<Dirent<Buffer>> | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    return systemCode(error) === 'ENAMETOOLONG' ? undefined : [];
  }
}
