import { mkdirSync, rmdirSync } from 'node:fs';
import { isEmptyFolder } from './look';

export interface StandIns {
  /** Gives those that are there for the caller, each to be released. Where something else is by now, nothing is made. */
  take(paths: readonly string[]): string[];
  release(paths: readonly string[]): void;
}

/**
 * Empty folders that keep names from coming to be while commands run. They are on the disk, since a mount needs something to lie on,
 * and go with the last command that needs them; what is no longer empty stays.
 */
export function createStandIns(): StandIns {
  const uses = new Map<string, { count: number; made: boolean }>();
  return {
    take(paths) {
      return paths.filter((path) => {
        const known = uses.get(path);
        if (known !== undefined) known.count += 1;
        else {
          const made = make(path);
          if (!made && !isEmptyFolder(path)) return false;
          uses.set(path, { count: 1, made });
        }
        return true;
      });
    },
    release(paths) {
      for (const path of paths) {
        const known = uses.get(path);
        if (known === undefined) continue;
        known.count -= 1;
        if (known.count > 0) continue;
        uses.delete(path);
        if (known.made) remove(path);
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
