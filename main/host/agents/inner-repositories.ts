import { join } from 'node:path/posix';
import { mapLimited } from '../../core/kernel/map-limited';
import type { HostPorts } from '../host-ports';
import { type RunGit, splitNul } from '../run-git';

type Files = HostPorts['files'];

const SIDE_BY_SIDE = 16;
const GITLINK = /^160000 [^\t]*\t(.+)$/s;

/**
 * Other repositories within a worktree, by their paths in it: submodules that were fetched, clones, folders in which somebody began one.
 * What is in them is no part of the worktree's commits, and goes with its folder. They are found by where they lie; nothing in them is
 * read. Those in folders that git ignores are left to whoever looks there. Undefined where git does not say.
 */
export async function findInnerRepositories(git: RunGit, files: Files, root: string): Promise<string[] | undefined> {
  const [tracked, untracked, kept] = await Promise.all([
    git(root, 'ls-files', '--stage', '-z'),
    git(root, 'ls-files', '--others', '--exclude-standard', '-z'),
    git(root, 'rev-parse', '--path-format=absolute', '--git-path', 'modules'),
  ]);
  if ([tracked, untracked, kept].some(({ code, truncated }) => code !== 0 || truncated)) return undefined;
  const others = splitNul(untracked);
  const found = new Set(others.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)));
  const names = splitNul(tracked).map((entry) => ({ link: GITLINK.exec(entry)?.[1], path: entry.slice(entry.indexOf('\t') + 1) }));
  const links = names.flatMap(({ link }) => link ?? []);
  const places = new Set([...links, ...[...names.map(({ path }) => path), ...others].flatMap(foldersOf)]);
  await mapLimited([...places], SIDE_BY_SIDE, async (path) => {
    if ((await files.stat(join(root, path, '.git')).catch(() => undefined)) !== undefined) found.add(path);
  });
  // Git keeps what a submodule was fetched into also when its folder was emptied.
  const modules = await files.list(kept.stdout.trim()).catch(() => []);
  const isShown = (name: string) => links.some((link) => found.has(link) && (link === name || link.startsWith(`${name}/`)));
  return [...found, ...modules.filter(({ name }) => !isShown(name)).map(({ name }) => `.git/modules/${name}`)].sort();
}

/** Submodules whose commit changed between two commits, by their paths. */
export async function findMovedSubmodules(git: RunGit, root: string, base: string, head: string): Promise<string[]> {
  const changed = splitNul(await git(root, 'diff', '--raw', '--no-renames', '-z', base, head));
  return changed.flatMap((entry, index) => (/^:\d+ 160000 /.test(entry) ? (changed[index + 1] ?? []) : []));
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
}
