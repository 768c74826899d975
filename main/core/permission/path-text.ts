import { isAbsolute, join, normalize, relative } from 'node:path/posix';

/** How paths of this platform compare. */
export interface PathRules {
  /** True on macOS and Windows. */
  ignoreCase: boolean;
}

/** Absolute, of plain characters, with nothing to resolve: what most paths are. */
const PLAIN_PATH = /^(?:\/(?!\.{0,2}(?:\/|$))[\w.@+ -]+)+$/;

/** A platform path as rules see it: `/` between segments, `C:\x` as `/c/x`, no `.` and `..`, composed Unicode. */
export function toRulePath(path: string): string {
  if (PLAIN_PATH.test(path)) return path;
  const drive = /^([A-Za-z]):[\\/]?/.exec(path);
  const text =
    drive === null
      ? path.startsWith('\\\\')
        ? path.replace(/\\/g, '/')
        : path
      : `/${(drive[1] ?? '').toLowerCase()}/${path.slice(drive[0].length).replace(/\\/g, '/')}`;
  const normal = normalize(text).normalize('NFC');
  return normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
}

/** What the platform calls a path of rules; `like` is a path as it writes them. */
export function toNativePath(path: string, like: string): string {
  return /^[A-Za-z]:/.test(like) ? path.replace(/^\/([a-z])(?:\/|$)/, '$1:/') : path;
}

/** Whether `path` is `folder` or lies in it; both as `toRulePath` gives them. */
export function isInside(folder: string, path: string, { ignoreCase }: PathRules): boolean {
  const base = ignoreCase ? folder.toLowerCase() : folder;
  const target = ignoreCase ? path.toLowerCase() : path;
  return target === base || base === '/' || target.startsWith(`${base}/`);
}

/** Path below `base`, without a leading slash; undefined when `path` is not below it. */
export function pathBelow(base: string, path: string, rules: PathRules): string | undefined {
  if (!isInside(base, path, rules)) return undefined;
  const below = base === '/' ? path.slice(1) : path.slice(base.length + 1);
  return below === '' ? undefined : below;
}

/** A path as a shell would take it: `~` is home, relative ones start at `cwd`. */
export function resolveArgument(text: string, cwd: string, home: string): string {
  if (text === '~' || text.startsWith('~/')) return toRulePath(join(home, text.slice(1)));
  if (text.startsWith('/proc/')) return throughProcess(text, cwd);
  if (isAbsolute(text) || /^[A-Za-z]:[\\/]/.test(text)) return toRulePath(text);
  return toRulePath(cwd.endsWith('/') ? `${cwd}${text}` : `${cwd}/${text}`);
}

/** What the system lists of a process leads back to its own folder and to the root. */
function throughProcess(text: string, cwd: string): string {
  const [, place, rest = ''] = /^\/proc\/+(?:self|thread-self)\/+(?:task\/+\d+\/+)?(cwd|root)(\/.*)?$/s.exec(text) ?? [];
  return place === undefined ? toRulePath(text) : toRulePath(place === 'cwd' ? `${cwd}${rest}` : rest || '/');
}

/** For a person: relative to the folder where it lies there. */
export function showPath(path: string, folder: string): string {
  const shown = relative(folder, path);
  return shown === '' || shown.startsWith('..') ? path : shown;
}
