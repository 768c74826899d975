import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { findProgram } from './find-program';
import { COVERS, type Mount } from './mounts';

const run = promisify(execFile);
const MOUNT_MS = 5_000;
/** Options of a mount that a copy of it must keep: the kernel refuses a copy with fewer restrictions. */
const KEPT = new Set(['nosuid', 'nodev', 'noexec', 'noatime', 'nodiratime', 'relatime', 'nosymfollow']);

/** Where something is mounted in the file system of a process, with the options of the mount; nowhere when it has ended. */
export function readMounts(pid: number): Map<string, string[]> {
  const lines = textOf(`/proc/${pid}/mountinfo`).split('\n');
  return new Map(
    lines.flatMap((line): Array<[string, string[]]> => {
      const [, , , , path, options] = line.split(' ');
      return path === undefined || options === undefined ? [] : [[plain(path), options.split(',')]];
    }),
  );
}

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
    case 'read-only':
      return ['--bind', '-o', ['ro', ...optionsAround(to, mounts)].join(','), to, to];
    case 'writable':
      return ['--bind', to, to];
    case 'link':
    case 'closed':
      throw new Error(`${to} cannot be mounted again`);
  }
}

function optionsAround(path: string, mounts: ReadonlyMap<string, string[]>): string[] {
  const around = [...mounts].filter(([place]) => path.startsWith(`${place}/`)).sort(([one], [other]) => other.length - one.length);
  return (around[0]?.[1] ?? []).filter((option) => KEPT.has(option));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Spaces and the like are written as octal numbers. */
function plain(path: string): string {
  if (!path.includes('\\')) return path;
  return path.replace(/\\([0-7]{3})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
