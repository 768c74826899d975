import { type FolderScan, type FolderTree, type Guard, readTree, summarise, updateTree } from './scan-folder';

interface KnownTree {
  tree: FolderTree;
  guard: Guard;
  /** On a clock that nobody sets. */
  at: number;
}

/** A tree of up to so many folders is looked through again before each command: that takes a few milliseconds. */
const SMALL = 1_500;
/** A larger one is looked through after each command, and before one when that was longer ago than this. */
const OLDEST_MS = 10_000;

/** What is known of folders, so that a command does not wait for a walk through all of them. */
export function createFolderScans() {
  const known = new Map<string, KnownTree>();
  const running = new Map<string, { tree: Promise<FolderTree>; guard: Guard }>();

  function walk(root: string, guard: Guard): Promise<FolderTree> {
    const current = running.get(root);
    if (current?.guard === guard) return current.tree;
    const tree = walkOnce(root, guard).finally(() => {
      if (running.get(root)?.tree === tree) running.delete(root);
    });
    running.set(root, { tree, guard });
    return tree;
  }

  async function walkOnce(root: string, guard: Guard): Promise<FolderTree> {
    const before = known.get(root);
    const tree = await readTree(root, guard, { known: before?.guard === guard ? before.tree : undefined });
    known.set(root, { tree, guard, at: performance.now() });
    return tree;
  }

  return {
    async get(root: string, guard: Guard): Promise<FolderScan> {
      const found = known.get(root);
      if (found?.guard !== guard) return summarise(await walk(root, guard));
      if (found.tree.listings.size <= SMALL) updateTree(found.tree, found.guard);
      else if (performance.now() - found.at > OLDEST_MS || running.has(root)) return summarise(await walk(root, guard));
      return summarise(found.tree);
    },
    /** All that are known below it, of a tree that is not too large to be watched. */
    folders(root: string): Iterable<string> {
      const found = known.get(root)?.tree.listings;
      return found === undefined || found.size > SMALL ? [] : found.keys();
    },
    /** In the background, for the next command. */
    refresh(root: string): void {
      const found = known.get(root);
      if (found !== undefined && found.tree.listings.size > SMALL) walk(root, found.guard).catch(() => undefined);
    },
  };
}
