import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../sandbox/find-program';
import { resolveLinks } from '../sandbox/look';
import { mountAround, readMounts } from '../sandbox/read-mounts';

/** The words that start ripgrep for a folder or a file; its arguments go behind them. */
export type StartRipgrep = (path: string) => Promise<readonly string[]>;

const run = promisify(execFile);
const TRY_MS = 5_000;
/** Of each mount: its options, then its place. The root comes last: programs that mount are themselves found over links. */
const MOUNT_ALL = 'mount=$1; shift; while [ "$1" != -- ]; do "$mount" -o "$1" none "$2" || exit; shift 2; done; shift; exec "$@"';

/**
 * ripgrep opens what it walks by name, so a link that is put into the place of a folder meanwhile would lead it anywhere. On Linux it
 * runs in a mount namespace of its own in which the file systems that it searches follow no link. Where that cannot be had, it is
 * started as it is.
 */
export function createRipgrepStart(rgPath: string): StartRipgrep {
  const [unshare, mount, sh] = ['unshare', 'mount', 'sh'].map(findProgram);
  if (process.platform !== 'linux' || unshare === undefined || mount === undefined || sh === undefined) return async () => [rgPath];
  const program = resolveLinks(rgPath) ?? rgPath;
  const space = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
  const tried = new Map<string, Promise<boolean>>();

  return async (path) => {
    const places = linkFree(path);
    const start = [unshare, ...space, '--', sh, '-c', MOUNT_ALL, 'sh', mount, ...places, '--', program];
    const key = places.join('\0');
    const works = tried.get(key) ?? succeeds([...start, '--version']);
    tried.set(key, works);
    return (await works) ? start : [rgPath];
  };
}

/** The mount in which a path lies, and those below it. */
function linkFree(path: string): string[] {
  const mounts = readMounts(process.pid);
  const below = [...mounts].filter(([place]) => place.startsWith(path === '/' ? path : `${path}/`));
  const places = new Map([...below, mountAround(path, mounts)]);
  return [...places]
    .sort(([one], [other]) => other.length - one.length)
    .flatMap(([place, options]) => [
      ['remount', 'bind', 'nosymfollow', ...options.filter((option) => option !== 'nosymfollow')].join(','),
      place,
    ]);
}

function succeeds([file = '', ...args]: readonly string[]): Promise<boolean> {
  return run(file, args, { timeout: TRY_MS }).then(
    () => true,
    () => false,
  );
}
