import { existsSync, type FSWatcher, rmSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Removes at once what comes to be under these names, which nobody else makes and which are dangerous to leave. `end` gives those that did. */
export function watchUnwanted(paths: readonly string[]): { end(): string[] } {
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
  const watchers = [...new Set(paths.map(dirname))].flatMap((folder) => {
    const names = new Map(paths.filter((path) => dirname(path) === folder).map((path) => [basename(path), path]));
    return watchFolder(folder, (name) => {
      const path = names.get(name);
      if (path !== undefined) remove(path);
    });
  });
  return {
    end() {
      for (const watcher of watchers) watcher.close();
      paths.forEach(remove);
      return [...removed];
    },
  };
}

/** Where the system has no watcher to give, the look at the end remains. */
function watchFolder(folder: string, onName: (name: string) => void): FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name !== null) onName(name);
    });
    watcher.on('error', () => watcher.close());
    return [watcher];
  } catch {
    return [];
  }
}
