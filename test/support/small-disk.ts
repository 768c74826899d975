import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { onTestFinished } from 'vitest';

const MOUNT = '/bin/mount';
const UNMOUNT = '/bin/umount';

/** Mounts a filesystem of 1 MB; false where that is not allowed. */
export async function mountSmall(path: string): Promise<boolean> {
  await mkdir(path, { recursive: true });
  try {
    execFileSync(MOUNT, ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return false;
  }
  onTestFinished(() => {
    execFileSync(UNMOUNT, ['-l', path]);
  });
  return true;
}
