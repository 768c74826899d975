import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives all tests of a run one place for their temporary files, which goes with the run, however its tests end. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-'));
  // Some tests act as another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
