import { existsSync, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What lies there, links not followed. Undefined also where something above it is no folder, or may not be entered. */
export function look(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Undefined where nothing is. */
export function resolveLinks(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** With the links resolved of as much of it as is there. */
export function resolveFar(path: string): string {
  const parent = dirname(path);
  return resolveLinks(path) ?? (parent === path ? path : join(resolveFar(parent), basename(path)));
}

/** The outermost part of it that is not there, or is in the way. */
export function firstMissing(path: string): string {
  const parent = dirname(path);
  return parent === path || look(parent)?.isDirectory() === true ? path : firstMissing(parent);
}

export function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

/** Nothing is there, or what stands in for it just now. */
export function isFree(path: string): boolean {
  return look(path) === undefined || isEmptyFolder(path);
}

export function isGitFolder(path: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(path, name)));
}

export function isBelowAny(folders: ReadonlySet<string>, path: string): boolean {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) if (folders.has(at)) return true;
  return false;
}

export function isAtOrBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
