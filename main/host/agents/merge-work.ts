import { join } from 'node:path/posix';
import type { HostPorts } from '../host-ports';
import { lastLine, type RunGit, splitNul } from '../run-git';

type Files = HostPorts['files'];

/** Files of the repository that are there while something is under way. */
const UNDER_WAY: ReadonlyArray<readonly [name: string, words: string]> = [
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['sequencer', 'a series of picks'],
  ['BISECT_LOG', 'a bisection'],
];
const MOST_NAMES = 5;

/** What somebody began there with git and has not ended, in words. */
export async function findUnderWay(git: RunGit, files: Files, folder: string): Promise<string | undefined> {
  const names = [...UNDER_WAY, ['index.lock', ''] as const];
  const asked = await git(folder, 'rev-parse', '--path-format=absolute', ...names.flatMap(([name]) => ['--git-path', name]));
  if (asked.code !== 0) return lastLine(asked);
  const paths = asked.stdout.trim().split('\n');
  for (const [index, [, words]] of names.entries()) {
    if ((await files.stat(paths[index] ?? '').catch(() => undefined)) === undefined) continue;
    if (words === '') return `git is at work in ${folder}, or was ended there and left ${paths[index]}.`;
    return `${words} is under way in ${folder}: end it first.`;
  }
  return undefined;
}

/** Why a commit cannot be merged into the branch of a folder without touching what is not committed there; undefined where it can. */
export async function refuseMerge(git: RunGit, files: Files, folder: string, commit: string): Promise<string | undefined> {
  const [branch, top] = await Promise.all([git(folder, 'symbolic-ref', '--quiet', 'HEAD'), git(folder, 'rev-parse', '--show-toplevel')]);
  if (branch.code !== 0) return 'the folder is on no branch that it could be merged into: switch to one first.';
  if (top.code !== 0) return lastLine(top);
  const inTheWay = await findInTheWay(git, files, top.stdout.trim(), commit);
  if (inTheWay.length === 0) return undefined;
  return `it would overwrite files of the folder that git does not track: ${someOf(inTheWay)}.`;
}

/** Merges; where that fails, everything is as it was, and the answer says why. Only a merge that began here is undone. */
export async function mergeInto(git: RunGit, folder: string, commit: string, message: string): Promise<string | undefined> {
  const plain = ['--no-gpg-sign', '--no-autostash', '--no-squash', '--commit'];
  const merged = await git(folder, 'merge', ...plain, '-m', message, commit);
  if (merged.code === 0) {
    const isIn = await git(folder, 'merge-base', '--is-ancestor', commit, 'HEAD');
    return isIn.code === 0 ? undefined : 'git did not bring the work into the branch.';
  }
  const begun = await git(folder, 'rev-parse', '--quiet', '--verify', 'MERGE_HEAD');
  if (begun.code !== 0 || begun.stdout.trim() !== commit) return allLines(`${merged.stderr}\n${merged.stdout}`) || 'git could not be run.';
  const conflicts = splitNul(await git(folder, 'diff', '--name-only', '--diff-filter=U', '-z'));
  const undone = await git(folder, 'merge', '--abort');
  if (undone.code !== 0) return `git began to merge and could not undo it: ${lastLine(undone)}`;
  return conflicts.length === 0 ? allLines(merged.stdout) : `git found a conflict in ${someOf(conflicts)}.`;
}

/** Git overwrites files that it ignores when it merges: those are found here, tracked by nobody and in the place of what is new. */
async function findInTheWay(git: RunGit, files: Files, top: string, commit: string): Promise<string[]> {
  const list = (...args: string[]) => git(top, 'diff', '--no-renames', '--name-only', '-z', ...args).then(splitNul);
  const [touched, added, gone] = await Promise.all([
    list(`HEAD...${commit}`),
    list('--diff-filter=A', 'HEAD', commit),
    list('--diff-filter=D', 'HEAD', commit),
  ]);
  const isAdded = new Set(added);
  const isGone = new Set(gone);
  const listed = new Map<string, ReturnType<Files['list']>>();
  const kindOf = async (path: string) => {
    const at = path.lastIndexOf('/');
    const folder = join(top, path.slice(0, Math.max(0, at)));
    const entries = listed.get(folder) ?? files.list(folder);
    listed.set(folder, entries);
    return (await entries).find(({ name }) => name === path.slice(at + 1))?.kind;
  };
  const found = new Set<string>();
  for (const path of touched.filter((one) => isAdded.has(one))) {
    const blocker = await firstBlocker(path.split('/'), kindOf);
    if (blocker !== undefined && !isGone.has(blocker)) found.add(blocker);
  }
  return [...found];
}

/** What stands where a file is to be made: at its own place, or instead of one of its folders. */
async function firstBlocker(parts: readonly string[], kindOf: (path: string) => Promise<string | undefined>): Promise<string | undefined> {
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const path = parts.slice(0, depth).join('/');
    const kind = await kindOf(path);
    if (kind === undefined) return undefined;
    if (kind !== 'directory' || depth === parts.length) return path;
  }
  return undefined;
}

/** The first of them, and how many more. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown;
}

function allLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .slice(0, 1000);
}
