import { dirname, join } from 'node:path/posix';
import type { FileSystem } from '../ports';
import { readText } from '../kernel/read-text';

const MAX_BYTES = 4_096;

/** The branch that is checked out, without running git; undefined outside a repository, in a linked work tree or on no branch. */
export async function readBranch(files: FileSystem, folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const read = await readText(files, join(at, '.git', 'HEAD'), MAX_BYTES);
    if (!('problem' in read)) return /^ref: refs\/heads\/(.+)$/.exec(read.text.trim())?.[1];
    if (at === dirname(at)) return undefined;
  }
}

/** The branch that a pinned snapshot names. */
export function branchOfSnapshot(snapshot: string): string | undefined {
  return /^Branch: (?:No commits yet on )?(\S+?)(?:\.\.\.|\s|$)/m.exec(snapshot)?.[1];
}
