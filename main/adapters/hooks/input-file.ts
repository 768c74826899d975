import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How the names of its temporary folders begin. */
export const INPUT_PREFIX = 'vitrine-hook-';

/**
 * A text as an open file without a name, for a program's stdin: it can be read as slowly as one likes, or not at all, and also by
 * `/dev/stdin`. To be closed once the program has its own copy.
 */
export function openInput(text: string): number {
  const folder = mkdtempSync(join(tmpdir(), INPUT_PREFIX));
  try {
    const path = join(folder, 'input');
    writeFileSync(path, text, { mode: 0o600 });
    return openSync(path, 'r');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
