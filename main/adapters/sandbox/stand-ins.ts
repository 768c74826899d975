import { mkdirSync } from 'node:fs';
import { type Leases, removeEmpty } from './leases';
import { isEmptyFolder, look } from './look';

export interface StandIns {
  /** Gives those that are there for the caller, each to be released. Where something else is by now, nothing is made. */
  take(paths: readonly string[]): string[];
  release(paths: readonly string[]): void;
}

/**
 * Empty folders that keep names from coming to be while commands run. They are on the disk, since a mount needs something to lie on,
 * and go with the last command of the last process that needs them; what is no longer empty stays.
 */
export function createStandIns(leases: Leases): StandIns {
  const uses = new Map<string, { count: number; made: boolean }>();
  const made = () => [...uses].flatMap(([path, use]) => (use.made ? [path] : []));

  function makeAll(paths: readonly string[]): void {
    const known = leases.heldByOthers();
    // An empty folder of the person's is never written down.
    leases.hold([...made(), ...paths.filter((path) => look(path) === undefined || known.has(path))]);
    const shared = leases.heldByOthers();
    for (const path of paths) {
      const isMade = make(path);
      if (isMade || isEmptyFolder(path)) uses.set(path, { count: 0, made: isMade || shared.has(path) });
    }
    if (paths.some((path) => uses.get(path)?.made !== true)) writeDown();
  }

  /** On a full disk the record stays as it is, and names what is gone. */
  function writeDown(): void {
    try {
      leases.hold(made());
    } catch {
      // The folders go all the same.
    }
  }

  return {
    take(paths) {
      const fresh = [...new Set(paths)].filter((path) => !uses.has(path));
      if (fresh.length > 0) makeAll(fresh);
      return paths.filter((path) => {
        const use = uses.get(path);
        if (use !== undefined) use.count += 1;
        return use !== undefined;
      });
    },
    release(paths) {
      const done: string[] = [];
      for (const path of paths) {
        const use = uses.get(path);
        if (use === undefined) continue;
        use.count -= 1;
        if (use.count > 0) continue;
        uses.delete(path);
        if (use.made) done.push(path);
      }
      if (done.length === 0) return;
      writeDown();
      const shared = leases.heldByOthers();
      for (const path of done) if (!shared.has(path)) removeEmpty(path);
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
