import { type FolderScan, type FolderTree, type Guard, readTree, summarise, updateTree } from './scan-folder';

interface KnownTree {
  tree: FolderTree;
  guard: Guard;
  at: number;
}

/** A tree of up to so many folders is looked through again before each command: that takes a few milliseconds. */
const SMALL = 1_500;
/** A larger one is looked through after each command, and before one when that was longer ago than this. */
const OLDEST_MS = 10_000;

/** What is known of folders, so that a command does not wait for a walk through all of them. */
export function createFolderScans(guard: () => Promise<Guard>) {
  const known = new Map<string, KnownTree>();
  const running = new Map<string, Promise<FolderTree>>();

  function walk(root: string): Promise<FolderTree> {
    const found = running.get(root) ?? walkOnce(root).finally(() => running.delete(root));
    running.set(root, found);
    return found;
  }

  async function walkOnce(root: string): Promise<FolderTree> {
    const isGuarded = await guard();
    const before = known.get(root);
    const tree = await readTree(root, isGuarded, before?.guard === isGuarded ? before.tree : undefined);
    known.set(root, { tree, guard: isGuarded, at: Date.now() });
    return tree;
  }

  return {
    async get(root: string): Promise<FolderScan> {
      const found = known.get(root);
      if (found === undefined || found.guard !== (await guard())) return summarise(await walk(root));
      if (found.tree.listings.size <= SMALL) updateTree(found.tree, found.guard);
      else if (Date.now() - found.at > OLDEST_MS || running.has(root)) return summarise(await walk(root));
      return summarise(found.tree);
    },
    /** In the background, for the next command. */
    refresh(root: string): void {
      if ((known.get(root)?.tree.listings.size ?? 0) > SMALL) walk(root).catch(() => undefined);
    },
  };
}
