import { join } from 'node:path/posix';
import type { HostPorts } from '../host-ports';

type Files = HostPorts['files'];

/** Files up to this size are compared with those of the folder; a larger one counts as work. */
const LARGEST = 4_000_000;
/** What tools make and can make again. */
const CACHE_FOLDERS: ReadonlySet<string> = new Set(
  (
    'node_modules bower_components .pnpm-store .next .nuxt .svelte-kit .turbo .parcel-cache .vite .angular .cache .gradle .terraform ' +
    '__pycache__ .venv venv .tox .nox .eggs .pytest_cache .mypy_cache .ruff_cache .ipynb_checkpoints'
  ).split(' '),
);
const CACHE_FILES = /^(?:\.DS_Store|Thumbs\.db|\.eslintcache)$|\.(?:pyc|tsbuildinfo)$/;
/** A folder with this file says of itself that it is a cache (bford.info/cachedir). */
const CACHE_TAG = 'CACHEDIR.TAG';

/**
 * Which of the entries that git ignores below `root` hold something that would be lost with it: neither a cache, nor the same file as
 * at that place of `origin`. A folder's entry ends with `/`.
 */
export async function findIgnoredWork(files: Files, root: string, origin: string, entries: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of entries) {
    const path = entry.replace(/\/$/, '');
    if (entry.endsWith('/') ? await holdsWork(files, root, origin, path) : await isWork(files, root, origin, path)) found.push(entry);
  }
  return found;
}

async function holdsWork(files: Files, root: string, origin: string, path: string): Promise<boolean> {
  if (CACHE_FOLDERS.has(lastPart(path))) return false;
  const entries = await files.list(join(root, path));
  if (entries.some(({ name, kind }) => name === CACHE_TAG && kind === 'file')) return false;
  for (const { name, kind } of entries) {
    const inner = join(path, name);
    if (kind === 'directory' ? await holdsWork(files, root, origin, inner) : await isWork(files, root, origin, inner)) return true;
  }
  return false;
}

async function isWork(files: Files, root: string, origin: string, path: string): Promise<boolean> {
  const name = lastPart(path);
  if (CACHE_FOLDERS.has(name) || CACHE_FILES.test(name)) return false;
  const [own, other] = await Promise.all([root, origin].map((folder) => files.stat(join(folder, path)).catch(() => undefined)));
  if (own?.kind !== 'file' || other?.kind !== 'file' || own.size !== other.size || own.size > LARGEST) return true;
  const [one, two] = await Promise.all([root, origin].map((folder) => files.readFile(join(folder, path), LARGEST)));
  return one === undefined || two === undefined || Buffer.compare(one, two) !== 0;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
