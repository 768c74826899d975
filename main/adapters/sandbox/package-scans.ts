import { type FolderScan, type FolderTree, type Guard, hasChanged, readTree, summarise, updateTree } from './scan-folder';

/** Keys that packages bring along for their tests are public, and every file that is hidden costs each command a mount. */
const PUBLISHED_KEY = /\.(?:pem|key|p8|p12|pfx|jks|jceks|keystore|ppk)$/i;
/** Folders that are looked at again before each command, of all packages together: that takes a few milliseconds. */
const MOST_AGAIN = 1_500;
/** What lies deeper in larger ones is looked at again beside a command, when that was longer ago than this. */
const OLDEST_MS = 10_000;
/** Packages lie in these, and those of a scope one below: what is installed or removed changes one of them. */
const TOP = /^\/[^/]+(?:\/[^/]+)?$/;

interface Entry {
  isSecret: Guard;
  first: Promise<void>;
  tree: FolderTree;
  at: number;
  walking: Promise<void> | undefined;
}

function topOf({ root, listings }: FolderTree, most: number): string[] {
  return [...listings.keys()].filter((folder) => TOP.test(folder.slice(root.length))).slice(0, most);
}

function isChangedAtTop({ tree }: Entry, most: number): boolean {
  return [tree.root, ...topOf(tree, most)].some((folder) => hasChanged(tree, folder));
}

/**
 * Secrets in `node_modules`, `.venv` and the like. What is small is up to date before each command; of what is large, each package that came
 * or went is. Of more than can be looked through, what is found until then.
 */
export function createPackageScans() {
  const known = new WeakMap<Guard, Map<string, Entry>>();

  function walk(entry: Entry): Promise<void> {
    entry.walking ??= readTree(entry.tree.root, entry.isSecret, { known: entry.tree, inPackages: true })
      .then((tree) => {
        entry.tree = tree;
        entry.at = performance.now();
      })
      .finally(() => {
        entry.walking = undefined;
      });
    return entry.walking;
  }

  function begin(root: string, guard: Guard): Entry {
    const isSecret: Guard = (path) => !PUBLISHED_KEY.test(path) && guard(path);
    const entry: Entry = { isSecret, tree: { root, listings: new Map() }, at: 0, walking: undefined, first: Promise.resolve() };
    entry.first = walk(entry);
    return entry;
  }

  /** How many folders of a tree were looked at again. */
  async function renew(entry: Entry, most: number): Promise<number> {
    // A look that is under way may have passed by what has changed since.
    if (entry.tree.listings.size <= most || isChangedAtTop(entry, most)) await entry.walking;
    const { tree, isSecret } = entry;
    if (tree.listings.size <= most) {
      updateTree(tree, isSecret, { inPackages: true });
      return tree.listings.size;
    }
    if (isChangedAtTop(entry, most)) await walk(entry);
    else if (performance.now() - entry.at > OLDEST_MS) walk(entry).catch(() => undefined);
    return topOf(tree, most).length;
  }

  return {
    async get(folders: readonly string[], guard: Guard): Promise<FolderScan> {
      const entries = known.get(guard) ?? new Map<string, Entry>();
      known.set(guard, entries);
      const guarded: string[] = [];
      let left = MOST_AGAIN;
      const begun = new Set(folders.filter((folder) => !entries.has(folder)));
      for (const folder of begun) entries.set(folder, begin(folder, guard));
      for (const folder of folders) {
        const entry = entries.get(folder) ?? begin(folder, guard);
        await entry.first;
        if (!begun.has(folder)) left = Math.max(0, left - (await renew(entry, left)));
        guarded.push(...summarise(entry.tree).guarded);
      }
      return { guarded, nested: [], packages: [] };
    },
  };
}
