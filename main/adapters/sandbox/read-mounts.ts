import { readFileSync } from 'node:fs';

/** Options of a mount that a copy of it must keep: the kernel refuses one with fewer restrictions. */
const KEPT = new Set(['ro', 'nosuid', 'nodev', 'noexec', 'noatime', 'nodiratime', 'relatime', 'nosymfollow']);

/** Where something is mounted in the file system of a process, with those options of the mount that a copy must keep; nowhere when it has ended. */
export function readMounts(pid: number): Map<string, string[]> {
  return new Map(
    textOf(`/proc/${pid}/mountinfo`)
      .split('\n')
      .flatMap((line): Array<[string, string[]]> => {
        const [, , , , path, options] = line.split(' ');
        return path === undefined || options === undefined ? [] : [[plain(path), options.split(',').filter((option) => KEPT.has(option))]];
      }),
  );
}

/** The mount in which a path lies. */
export function mountAround(path: string, mounts: ReadonlyMap<string, string[]>): [path: string, options: string[]] {
  const around = [...mounts].filter(([place]) => place === '/' || path === place || path.startsWith(`${place}/`));
  return around.reduce((inner, other) => (other[0].length > inner[0].length ? other : inner), ['/', []]);
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
