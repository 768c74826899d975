import { lstatSync, readdirSync, statSync } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import type { Dirent, Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { holdsUnnamed, isUnclear } from './unnamed-files';

/** What of a visible folder needs a mount of its own. */
export interface FolderScan {
  /** Files and folders that hold secrets, and links that are named like one. */
  guarded: string[];
  /** `.git`, `.claude` and the like below the top, whose content makes other programs run code. */
  nested: string[];
  /** `node_modules` and the like, which are not looked through with the rest. */
  packages: string[];
}

export interface TreeChoices {
  /** What is known of it: only what has changed is listed again. */
  known?: FolderTree | undefined;
  isSkipped?: Guard;
  /** The folder is one of packages: those in it are looked through too, and of more than can be, what comes first. */
  inPackages?: boolean;
}

export type Guard = (path: string) => boolean;

/** What one folder held when it was last listed. */
interface Listing extends FolderScan {
  folders: string[];
  modifiedMs: number;
  inode: number;
  /** Its time of change says nothing: it was changed in the very moment of the look. */
  unsure: boolean;
}

/** A folder with all that is below, as far as it is known. */
export interface FolderTree {
  root: string;
  listings: Map<string, Listing>;
}

/** Made by tools and full of other people's files: they change rarely, and are larger than the rest. */
const PACKAGES = new Set(['node_modules', '.venv', 'venv', '__pycache__', '.tox', '.gradle', '.next', '.turbo', '.cache', 'site-packages']);
const NESTED = new Set(['.git', '.claude', '.vitrine']);
const MOST_FOLDERS = 50_000;
/** Below the folder that is looked through; what lies deeper, or has a longer path, is hidden with the folder that leads there. */
const DEEPEST = 64;
const LONGEST_BYTES = 3_500;
/** Few: those that are read in one moment are looked through in one go, and the host must answer in between. */
const AT_ONCE = 8;
/** The clock of file systems is coarser than the machine is fast. */
const UNSURE_MS = 50;

/** Looks through a folder, of what is known only where it has changed. Rejects where it is too large to be looked through. */
export async function readTree(
  root: string,
  isGuarded: Guard,
  { known, isSkipped = () => false, inPackages = false }: TreeChoices = {},
): Promise<FolderTree> {
  const tree: FolderTree = { root, listings: new Map() };
  const waiting = [root];
  async function visit(folder: string): Promise<void> {
    const stats = await (folder === root ? stat : lstat)(folder).catch(() => undefined);
    const kept = known?.listings.get(folder);
    if (stats === undefined) return;
    const listing = kept !== undefined && isSame(kept, stats) ? kept : list(folder, root, stats, await entriesOf(folder), isGuarded);
    tree.listings.set(folder, listing);
    for (const path of [...listing.folders, ...(inPackages ? listing.packages : [])]) if (!isSkipped(path)) waiting.push(path);
  }
  while (waiting.length > 0) {
    if (inPackages && tree.listings.size > MOST_FOLDERS) break;
    if (tree.listings.size > MOST_FOLDERS)
      throw new Error(`${root} has more than ${MOST_FOLDERS} folders: its secrets cannot be found before a command runs`);
    await Promise.all(waiting.splice(-AT_ONCE).map(visit));
  }
  return tree;
}

/** Brings a tree up to date on this thread; for one that is small. */
export function updateTree(tree: FolderTree, isGuarded: Guard, { inPackages = false }: Pick<TreeChoices, 'inPackages'> = {}): void {
  const listings: FolderTree['listings'] = new Map();
  const waiting = [tree.root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const stats = statsNow(folder, tree.root);
    if (stats === undefined) continue;
    const kept = tree.listings.get(folder);
    const listing = kept !== undefined && isSame(kept, stats) ? kept : list(folder, tree.root, stats, entriesNow(folder), isGuarded);
    listings.set(folder, listing);
    waiting.push(...listing.folders, ...(inPackages ? listing.packages : []));
  }
  tree.listings = listings;
}

/** Whether a folder that the tree knows is not as it was when it was listed. */
export function hasChanged({ root, listings }: FolderTree, folder: string): boolean {
  const kept = listings.get(folder);
  const stats = statsNow(folder, root);
  return stats === undefined || kept === undefined || !isSame(kept, stats);
}

export function summarise({ listings }: FolderTree): FolderScan {
  const scan: FolderScan = { guarded: [], nested: [], packages: [] };
  for (const { guarded, nested, packages } of listings.values()) {
    for (const path of guarded) scan.guarded.push(path);
    for (const path of nested) scan.nested.push(path);
    for (const path of packages) scan.packages.push(path);
  }
  return scan;
}

function list(folder: string, root: string, stats: Stats, entries: readonly Dirent[], isGuarded: Guard): Listing {
  const listing: Listing = {
    guarded: [],
    nested: [],
    packages: [],
    folders: [],
    modifiedMs: stats.mtimeMs,
    inode: stats.ino,
    unsure: Date.now() - stats.mtimeMs < UNSURE_MS,
  };
  // What is protected as a whole needs no more mounts, but may hold secrets.
  const names = folder.slice(root.length).split('/');
  const inner = names.some((name) => NESTED.has(name));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const isFolder = entry.isDirectory();
    // What lies behind a link is looked at where it lies; only a name that tells of a secret counts for what it leads to.
    if (entry.isSymbolicLink()) {
      if (isGuarded(path) || isGuarded(`${path}/x`)) listing.guarded.push(path);
    } else if (isGuarded(path) || (isFolder && isGuarded(`${path}/x`))) listing.guarded.push(path);
    else {
      const special = isFolder ? NESTED.has(entry.name) : entry.name === '.git';
      if (special && folder !== root && !inner) listing.nested.push(path);
      if (!isFolder || basename(folder) === '.git') continue;
      if (names.length > DEEPEST || Buffer.byteLength(path) > LONGEST_BYTES) listing.guarded.push(path);
      else (PACKAGES.has(entry.name) ? listing.packages : listing.folders).push(path);
    }
  }
  if (entries.some(({ name }) => isUnclear(name))) {
    listing.unsure = true;
    if (holdsUnnamed(folder, isGuarded)) listing.guarded.push(folder);
  }
  return listing;
}

function isSame(kept: Listing, stats: Stats): boolean {
  return !kept.unsure && kept.modifiedMs === stats.mtimeMs && kept.inode === stats.ino;
}

/** What cannot be listed cannot be read by a command either. */
function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

function entriesNow(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Undefined also where a folder above it may not be entered. */
function statsNow(folder: string, root: string): Stats | undefined {
  try {
    return (folder === root ? statSync : lstatSync)(folder);
  } catch {
    return undefined;
  }
}
