import { mkdirSync, rmdirSync } from 'node:fs';

/**
 * Empty folders that keep names from coming to be while commands run. They are on the disk, since a mount needs something to lie on,
 * and go with the last command that needs them; what is no longer empty stays.
 */
export function createStandIns() {
  const uses = new Map<string, number>();
  return {
    /** Gives those that are there for the caller, each to be released. Where something else is by now, nothing is made. */
    take(paths: readonly string[]): string[] {
      return paths.filter((path) => {
        const count = uses.get(path) ?? 0;
        if (count === 0 && !make(path)) return false;
        uses.set(path, count + 1);
        return true;
      });
    },
    release(paths: readonly string[]): void {
      for (const path of paths) {
        const left = (uses.get(path) ?? 1) - 1;
        if (left > 0) uses.set(path, left);
        else {
          uses.delete(path);
          remove(path);
        }
      }
    },
  };
}

function make(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}

function remove(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // It holds something, or is gone.
  }
}
