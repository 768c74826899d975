import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FolderWatches } from './watch-folders';

export interface UnwantedWatch {
  add(paths: readonly string[]): void;
  /** Gives those that came to be. */
  end(): string[];
}

/** Removes at once what comes to be under these names, which nobody else makes and which are dangerous to leave. */
export function watchUnwanted(watches: FolderWatches, first: readonly string[]): UnwantedWatch {
  const unwanted = new Set<string>();
  const removed = new Set<string>();
  const remove = (path: string) => {
    if (!existsSync(path)) return;
    try {
      rmSync(path, { recursive: true, force: true });
      removed.add(path);
    } catch {
      // A command that fills a folder of that name faster than it is emptied; git reads none.
    }
  };
  const folders = watches.open((path) => {
    if (unwanted.has(path)) remove(path);
  });
  function add(paths: readonly string[]): void {
    for (const path of paths) unwanted.add(path);
    folders.add(new Set(paths.map(dirname)));
  }
  add(first);
  return {
    add,
    end() {
      folders.close();
      unwanted.forEach(remove);
      return [...removed];
    },
  };
}
