import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { look } from './look';

export interface FolderWatch {
  /** Watches these too; anew what was replaced since. */
  add(folders: Iterable<string>): void;
  close(): void;
}

export interface FolderWatches {
  /** Tells of every name that comes, goes or is replaced in folders, not in what is below them. Where the system has no watcher to give, nothing is told. */
  open(onName: (path: string) => void): FolderWatch;
  stop(): void;
}

interface Watched {
  watcher: FSWatcher;
  inode: number;
  listeners: Set<(path: string) => void>;
}

/** Kept for the next command, which is likely to need the same. */
const MOST_IDLE = 256;

/** Watchers that all commands share: each takes time to make and to close. */
export function createFolderWatches(): FolderWatches {
  const watched = new Map<string, Watched>();

  function start(folder: string, inode: number, listeners: Watched['listeners']): void {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        if (event === 'rename' && name !== null) for (const tell of [...listeners]) tell(join(folder, name));
      });
      watcher.on('error', () => void watched.delete(folder));
      watched.set(folder, { watcher, inode, listeners });
    } catch {
      // It is gone again, or there are too many watchers.
    }
  }

  function dropIdle(): void {
    const idle = [...watched].filter(([, { listeners }]) => listeners.size === 0);
    for (const [folder, { watcher }] of idle.slice(0, Math.max(0, idle.length - MOST_IDLE))) {
      watcher.close();
      watched.delete(folder);
    }
  }

  return {
    open(onName) {
      const own = new Set<string>();
      return {
        add(folders) {
          for (const folder of folders) {
            const inode = look(folder)?.ino;
            const known = watched.get(folder);
            if (inode !== undefined && known?.inode !== inode) start(folder, inode, known?.listeners ?? new Set());
            watched.get(folder)?.listeners.add(onName);
            own.add(folder);
          }
        },
        close() {
          for (const folder of own) watched.get(folder)?.listeners.delete(onName);
          dropIdle();
        },
      };
    },
    stop() {
      for (const { watcher } of watched.values()) watcher.close();
      watched.clear();
    },
  };
}
