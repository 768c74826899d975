import type { FolderScan, Guard } from './scan-folder';

interface Entry {
  at: number;
  guarded: Promise<readonly string[]>;
}

/** What is looked through changes rarely: what is known counts for so long, and is then looked up anew beside the commands. */
const LASTING_MS = 60_000;

/** What is guarded in folders, known per guard since each session has its own; the first look is waited for. */
export function createLastingScans(look: (folder: string, guard: Guard) => Promise<readonly string[]>) {
  const known = new WeakMap<Guard, Map<string, Entry>>();

  function lookAt(folder: string, guard: Guard, entries: Map<string, Entry>): Promise<readonly string[]> {
    const before = entries.get(folder);
    if (before !== undefined && performance.now() - before.at < LASTING_MS) return before.guarded;
    const guarded = look(folder, guard);
    const entry = { at: performance.now(), guarded: before?.guarded ?? guarded };
    entries.set(folder, entry);
    void guarded.then(
      () => {
        entry.guarded = guarded;
      },
      () => undefined,
    );
    return entry.guarded;
  }

  return {
    async get(folders: readonly string[], guard: Guard): Promise<FolderScan> {
      const entries = known.get(guard) ?? new Map<string, Entry>();
      known.set(guard, entries);
      const found = await Promise.all(folders.map((folder) => lookAt(folder, guard, entries)));
      return { guarded: found.flat(), nested: [], packages: [] };
    },
  };
}
