import { dirname } from 'node:path';
import { isAtOrBelow, isBelowAny, look, resolveLinks } from './look';
import type { Mount } from './mounts';

export interface HiddenRequest {
  /** What is guarded, as it was found. */
  guarded: readonly string[];
  /** What settings and rules deny. */
  denied: readonly string[];
  /** What a command sees. */
  visible: readonly string[];
  writable: readonly string[];
  /** What cannot be hidden as a whole: a command works there. */
  working: readonly string[];
}

export interface HiddenPlan {
  /** Folders on the way to what is hidden: as mounts they cannot be renamed, so that it stays where it was found. */
  pinned: Mount[];
  hidden: Mount[];
  /** What is hidden, also under the names of links. */
  names: string[];
  /** Folders that hold more than can be hidden one by one. */
  whole: string[];
}

/** A sandbox takes longer to make with each mount, and with the square of their number from some hundreds on. */
const MOST_MOUNTS = 200;
/** How much of one folder is hidden one by one; fewer each time when all together is too much. */
const MOST_IN_FOLDER = [64, 32, 16, 8, 4, 2, 1];

/** Throws in plain words where it cannot be hidden without hiding what the command works in. */
export function planHidden({ guarded, denied, visible, writable, working }: HiddenRequest): HiddenPlan {
  const isWorking = (folder: string) => working.some((root) => isAtOrBelow(folder, root));
  const isHideable = (folder: string) => !isWorking(folder) && visible.some((root) => isAtOrBelow(root, folder));
  const unclear = guarded.find(isWorking);
  if (unclear !== undefined)
    throw new Error(`in ${unclear} a secret lies under a name that is not UTF-8, so it cannot be hidden: rename it`);
  const found = [...guarded, ...denied].flatMap((path) => find(path, visible).map((to) => ({ path, to })));
  let paths = outermost(new Set(found.map(({ to }) => to)));
  let pins = pinsOf(paths, writable);
  const whole = new Set<string>();
  for (let round = 0; round === 0 || paths.size + pins.size > MOST_MOUNTS; round += 1) {
    const most = MOST_IN_FOLDER[round] ?? 0;
    const full = [...countByFolder(paths)].filter(([folder, count]) => count > most && isHideable(folder)).map(([folder]) => folder);
    if (full.length === 0 && most === 0) throw new Error(tooMuch(paths));
    for (const folder of full) whole.add(folder);
    paths = outermost(new Set([...paths, ...full]));
    pins = pinsOf(paths, writable);
  }
  return {
    pinned: [...pins].sort((one, other) => one.length - other.length).map((to) => ({ kind: 'pinned', to })),
    hidden: [...paths].map((to) => ({ kind: look(to)?.isDirectory() === true ? 'hidden-folder' : 'hidden-file', to })),
    names: [...new Set([...found.filter(({ path, to }) => path !== to).map(({ path }) => path), ...paths])],
    whole: [...whole].filter((folder) => paths.has(folder)),
  };
}

/** Of a link, what it leads to, where that can be seen at all. */
function find(path: string, visible: readonly string[]): string[] {
  const found = look(path);
  if (found?.isSymbolicLink() !== true) return found === undefined ? [] : [path];
  const target = resolveLinks(path);
  if (target === undefined || !visible.some((root) => root !== target && isAtOrBelow(root, target))) return [];
  return visible.some((root) => isAtOrBelow(target, root)) ? [] : [target];
}

/** In a hidden folder nothing is left to hide. */
function outermost(paths: ReadonlySet<string>): Set<string> {
  return new Set([...paths].filter((path) => !isBelowAny(paths, path)));
}

/** What lies behind a link is not on the way. */
function pinsOf(paths: ReadonlySet<string>, writable: readonly string[]): Set<string> {
  const roots = new Set(writable);
  const pins = new Set<string>();
  for (const folder of new Set([...paths].map((path) => dirname(path))))
    for (let at = folder; !pins.has(at) && !roots.has(at) && isBelowAny(roots, at); at = dirname(at)) {
      if (resolveLinks(at) === at) pins.add(at);
    }
  return pins;
}

function countByFolder(paths: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
}

function tooMuch(paths: ReadonlySet<string>): string {
  const [folder, count] = [...countByFolder(paths)].reduce((most, other) => (other[1] > most[1] ? other : most));
  return `${count} guarded files lie in ${folder}, more than a sandbox can hide one by one: remove them, or move them to a folder of their own below it`;
}
