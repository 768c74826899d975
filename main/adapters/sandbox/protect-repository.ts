import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readGitConfig } from '../../core/shell/git-config';
import { isBelowAny, isFree, isGitFolder, look } from './look';
import type { MountPlan } from './mounts';

/** What of the settings is looked for: a file that a repository names may name further ones. */
const MOST_FILES = 32;

export interface GitPlaces {
  writable: readonly string[];
  /** The person's. */
  home: string;
}

/** The folder is pinned by a mount of its own: a folder that could be renamed could be replaced by another with other hooks. */
export function protectGitFolder(folder: string, plan: MountPlan, places: GitPlaces): void {
  if (look(folder)?.isDirectory() !== true) return;
  plan.mounts.push({ kind: 'writable', from: folder, to: folder });
  for (const place of [folder, ...moduleFolders(join(folder, 'modules'))]) {
    const hooks = join(place, 'hooks');
    if (isFree(hooks)) plan.standIns.push(hooks);
    else protect(hooks, plan);
    forbid(join(place, 'commondir'), plan);
    for (const settings of [place, ...workTreeFolders(place)]) {
      protect(join(settings, 'config'), plan);
      forbid(join(settings, 'config.worktree'), plan);
      if (settings !== place) for (const name of ['commondir', 'gitdir']) forbid(join(settings, name), plan);
    }
    protectNamed(place, plan, places);
  }
}

/** A link cannot be mounted over: what it leads to is kept where it lies in a writable folder, and the folder of a link in a repository too. */
export function protect(path: string, plan: MountPlan): void {
  const found = look(path);
  if (found === undefined || realpathSync(dirname(path)) !== dirname(path)) return;
  if (!found.isSymbolicLink()) plan.mounts.push({ kind: 'read-only', from: path, to: path });
  else if (isGitFolder(dirname(path))) plan.mounts.push({ kind: 'read-only', from: dirname(path), to: dirname(path) });
}

function forbid(path: string, plan: MountPlan): void {
  if (look(path) === undefined) plan.unwanted.push(path);
  else protect(path, plan);
}

/** Hooks and further settings that the repository names: they lie among the files of the project. */
function protectNamed(place: string, plan: MountPlan, { writable, home }: GitPlaces): void {
  const roots = new Set(writable);
  const keep = (path: string) => isBelowAny(roots, path) && !roots.has(path);
  const workTrees = workTreesOf(place);
  const waiting = [place, ...workTreeFolders(place)].flatMap((folder) => ['config', 'config.worktree'].map((name) => join(folder, name)));
  const seen = new Set<string>();
  for (let file = waiting.pop(); file !== undefined && seen.size < MOST_FILES; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const base = dirname(file);
    const { hooksPath, includes } = readGitConfig(textOf(file));
    const hooks = hooksPath.flatMap((path) => workTrees.map((workTree) => absolute(path, workTree, home))).filter(keep);
    const further = includes.map((path) => absolute(path, base, home));
    for (const path of hooks) {
      if (isFree(path) && look(dirname(path))?.isDirectory() === true) plan.standIns.push(path);
      else protect(path, plan);
    }
    for (const path of further.filter(keep)) forbid(path, plan);
    waiting.push(...further);
  }
}

function absolute(path: string, base: string, home: string): string {
  return path.startsWith('~/') ? join(home, path.slice(2)) : resolve(base, path);
}

/** A submodule's settings name its work tree, and linked ones are listed; other repositories lie in theirs. */
function workTreesOf(place: string): string[] {
  const named = /^\s*worktree\s*=\s*(\S.*)$/m.exec(textOf(join(place, 'config')))?.[1];
  const own = named === undefined ? dirname(place) : resolve(place, named.trim());
  const linked = workTreeFolders(place).map((folder) => textOf(join(folder, 'gitdir')).trim());
  return [own, ...linked.filter((path) => path !== '').map((path) => dirname(path))];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function workTreeFolders(place: string): string[] {
  return foldersIn(join(place, 'worktrees'));
}

/** Submodules keep their repositories below that of the project, at any depth. */
function moduleFolders(folder: string): string[] {
  return foldersIn(folder).flatMap((path) => (isGitFolder(path) ? [path, ...moduleFolders(join(path, 'modules'))] : moduleFolders(path)));
}

function foldersIn(folder: string): string[] {
  if (look(folder)?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [join(folder, entry.name)] : []));
}
