import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './find-program';
import { COVERS, type Mount } from './mounts';
import { mountAround } from './read-mounts';

const run = promisify(execFile);
const MOUNT_MS = 5_000;

/**
 * Mounts in a sandbox that runs, from outside: its user has every right in it. `enter` starts a program in its file system. Gives
 * whether that was possible.
 */
export async function remount(mount: Mount, enter: readonly string[], mounts: ReadonlyMap<string, string[]>): Promise<boolean> {
  const [file, ...args] = enter;
  const program = findProgram('mount');
  if (file === undefined || program === undefined) return false;
  return run(file, [...args, program, ...mountArguments(mount, mounts)], { cwd: '/', env: {}, timeout: MOUNT_MS }).then(
    () => true,
    () => false,
  );
}

function mountArguments(mount: Mount, mounts: ReadonlyMap<string, string[]>): string[] {
  const { to } = mount;
  switch (mount.kind) {
    case 'hidden-file':
    case 'hidden-folder':
    case 'stand-in':
      return ['--bind', COVERS[mount.kind], to];
    case 'read-only': {
      const [, options] = mountAround(dirname(to), mounts);
      return ['--bind', '-o', [...new Set(['ro', ...options])].join(','), to, to];
    }
    case 'writable':
      return ['--bind', to, to];
    case 'pinned':
    case 'link':
    case 'closed':
      throw new Error(`${to} cannot be mounted again`);
  }
}
