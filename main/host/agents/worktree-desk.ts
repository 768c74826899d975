import { join } from 'node:path/posix';
import type { worktreeEndSchema } from '../../../shared/model/agent-node';
import type { AgentWorktree } from '../../../shared/model/agent-worktree';
import type { z } from 'zod';
import { NO_SUBMODULES } from '../../core/kernel/quiet-git';
import { idOfAgent } from '../../core/subagents/name-agent';
import { excludeFromGit } from '../exclude-from-git';
import type { HostPorts } from '../host-ports';
import { findIgnoredWork } from './ignored-work';
import { findInnerRepositories, findMovedSubmodules } from './inner-repositories';
import { findUnderWay, mergeInto, refuseMerge, someOf } from './merge-work';
import { createGitRunner, lastLine, type RunGit, splitNul } from '../run-git';
import { type WorktreeRecord, WorktreeRecords } from './worktree-records';

type WorktreeEnd = z.infer<typeof worktreeEndSchema>;
type WorktreePorts = Pick<HostPorts, 'process' | 'files' | 'home' | 'hash' | 'logger'>;

/** Of files that git ignores, and of other repositories, so many are named. */
const MOST_NAMED = 20;
const BRANCH = 'vitrine/';
const PLACE = '.claude/worktrees/';

/** Whose worktree it is. */
export type WorktreeOwner = Pick<WorktreeRecord, 'agent' | 'session'>;

/** What is in a worktree and nowhere else. */
interface WorktreeWork {
  /** Changed files, and commits since it was made. */
  files: number;
  commits: number;
  /** Files and folders (these end with `/`) that git ignores and no cache explains; absent: none. */
  ignored?: string[];
  /** Other repositories in it; absent: none. What is in them counts as work, changed or not. */
  repositories?: string[];
}

/** A worktree that is there. Without an owner: another home made it. */
export interface FoundWorktree extends AgentWorktree, WorktreeWork {
  owner?: WorktreeOwner;
}

export interface MergeOutcome {
  merged: boolean;
  /** In words, why it was not merged, or why the worktree is still there. */
  problem?: string;
  /** For these files, folders and repositories it is still there: no merge takes them along. */
  left?: string[];
}

/**
 * Git worktrees of agents: below `.claude/worktrees` of the project folder, each on a branch of its own, or where a hook made one.
 * Nothing in them is thrown away unasked.
 */
export class WorktreeDesk {
  readonly #ports: WorktreePorts;
  readonly #folder: string;
  readonly #records: WorktreeRecords;
  readonly #git: RunGit;

  constructor(ports: WorktreePorts, folder: string) {
    this.#ports = ports;
    this.#folder = folder;
    this.#records = new WorktreeRecords(ports);
    this.#git = createGitRunner(ports.process);
  }

  /** Gives the worktree, or in words why there is none. */
  async add(owner: WorktreeOwner): Promise<AgentWorktree | { refusal: string }> {
    const name = `${idOfAgent(owner.agent)}-${owner.session.slice(-6)}`;
    const head = await this.#git(this.#folder, 'rev-parse', '--verify', 'HEAD');
    if (head.code !== 0) return { refusal: 'the folder is no git repository with a commit, so there is no worktree for the agent.' };
    const prefix = (await this.#git(this.#folder, 'rev-parse', '--show-prefix')).stdout.trim().replace(/\/$/, '');
    const root = join(this.#folder, PLACE, name);
    const worktree = { path: prefix === '' ? root : join(root, prefix), branch: `${BRANCH}${name}`, base: head.stdout.trim() };
    // The folder of the worktrees is no work of the project's.
    await excludeFromGit(this.#ports, this.#folder, PLACE);
    // On record before it is there: whatever ends the host in between leaves nothing that is not found.
    await this.#records.put({ ...worktree, ...owner, folder: this.#folder });
    const made = await this.#git(this.#folder, 'worktree', 'add', '-b', worktree.branch, root, 'HEAD');
    if (made.code === 0) return worktree;
    await this.#records.drop(worktree.path);
    return { refusal: `git could not make a worktree: ${lastLine(made)}` };
  }

  /** A worktree that somebody else made at a path of the folder: a hook. */
  async adopt(path: string, owner: WorktreeOwner): Promise<AgentWorktree | { refusal: string }> {
    const real = await this.#ports.files.realpath(path).catch(() => path);
    if (!real.startsWith(`${this.#folder}/`)) return { refusal: `the worktree ${path} that a hook made is not inside the project folder.` };
    const [head, branch] = await Promise.all([
      this.#git(real, 'rev-parse', '--verify', 'HEAD'),
      this.#git(real, 'rev-parse', '--abbrev-ref', 'HEAD'),
    ]);
    if (head.code !== 0) return { refusal: `there is no git worktree at ${path}, where a hook was to make one.` };
    const worktree = { path: real, branch: branch.stdout.trim(), base: head.stdout.trim() };
    await this.#records.put({ ...worktree, ...owner, folder: this.#folder });
    return worktree;
  }

  /** Makes one again that was removed after a run in which nothing was changed. Rejects in words where that is not possible. */
  async restore(worktree: AgentWorktree, owner: WorktreeOwner): Promise<void> {
    const { path, branch, base } = worktree;
    if (await this.#isThere(worktree)) return;
    await this.#records.put({ ...worktree, ...owner, folder: this.#folder });
    const made = await this.#git(this.#folder, 'worktree', 'add', '-b', branch, rootOf(worktree), base);
    if (made.code === 0) return;
    await this.#records.drop(path);
    throw new Error(`its worktree ${path} is not there any more, and git could not make it again: ${lastLine(made)}`);
  }

  /** Removes it where nothing was changed in it; else it waits for the person's word. `before` is called when it is about to go. */
  async settle(worktree: AgentWorktree, before: () => Promise<void>): Promise<WorktreeEnd> {
    const work = await this.look(worktree);
    if (work === undefined) return { state: 'waiting', files: 0, commits: 0 };
    if (hasWork(work)) return { state: 'waiting', ...work };
    await before();
    return { state: (await this.#remove(worktree)) === undefined ? 'removed' : 'waiting', ...work };
  }

  /** What is in it that is nowhere else; undefined where git does not say. */
  async look(worktree: AgentWorktree): Promise<WorktreeWork | undefined> {
    const { branch, base } = worktree;
    const root = rootOf(worktree);
    const [status, ahead, repositories] = await Promise.all([
      this.#git(root, 'status', '--porcelain', '-z', '--no-renames', '--untracked-files=all', '--ignored=matching', NO_SUBMODULES),
      // Also what was committed to its branch before another one was switched to.
      this.#git(root, 'rev-list', '--count', '--ignore-missing', 'HEAD', `refs/heads/${branch}`, `^${base}`),
      findInnerRepositories(this.#git, this.#ports.files, root),
    ]);
    if (status.code !== 0 || ahead.code !== 0 || status.truncated || repositories === undefined) return undefined;
    const entries = splitNul(status);
    const isIgnored = (entry: string) => entry.startsWith('!! ');
    const files = entries.filter((entry) => !isIgnored(entry)).length;
    const names = entries.filter(isIgnored).map((entry) => entry.slice(3));
    const ignored = await findIgnoredWork(this.#ports.files, root, await this.#top(), names);
    return {
      files,
      commits: Number(ahead.stdout.trim()),
      ...(ignored.length === 0 ? {} : { ignored: ignored.slice(0, MOST_NAMED) }),
      ...(repositories.length === 0 ? {} : { repositories: repositories.slice(0, MOST_NAMED) }),
    };
  }

  /**
   * Brings its work into the folder's branch and removes it: what is not committed yet is committed in the worktree first. Where it is
   * not merged everything is as it was, but for that commit. It stays where it holds what no merge takes along; where its commits would
   * lead to what only another repository in it has, nothing is merged.
   */
  async merge(worktree: AgentWorktree, message: string, before: () => Promise<void>): Promise<MergeOutcome> {
    const refuse = (problem: string): MergeOutcome => ({ merged: false, problem });
    const { files } = this.#ports;
    const work = await this.look(worktree);
    if (work === undefined) return refuse('The worktree is not there any more.');
    const unfinished = (await findUnderWay(this.#git, files, rootOf(worktree))) ?? (await findUnderWay(this.#git, files, this.#folder));
    if (unfinished !== undefined) return refuse(unfinished);
    const { files: changed, ignored = [], repositories = [] } = work;
    if (changed > 0 && repositories.length > 0) return refuse(inTheWay(repositories));
    if (changed > 0) {
      const problem = await this.#commit(worktree, message);
      if (problem !== undefined) return refuse(problem);
    }
    // What stands in the worktree, whichever branch was switched to in it.
    const head = (await this.#git(rootOf(worktree), 'rev-parse', '--verify', 'HEAD')).stdout.trim();
    const moved = repositories.length === 0 ? [] : await findMovedSubmodules(this.#git, rootOf(worktree), worktree.base, head);
    if (moved.length > 0) return refuse(inTheWay(moved));
    const problem = (await refuseMerge(this.#git, files, this.#folder, head)) ?? (await mergeInto(this.#git, this.#folder, head, message));
    if (problem !== undefined) return refuse(problem);
    const left = [...ignored, ...repositories];
    if (left.length > 0) {
      await this.#records.rebase(worktree.path, head);
      return { merged: true, left };
    }
    await before();
    const still = await this.#remove(worktree);
    return still === undefined ? { merged: true } : { merged: true, problem: `it is merged, but the worktree stays: ${still}` };
  }

  /** Throws it away with everything in it: only on the person's word. Gives in words why that did not work. */
  async discard(worktree: AgentWorktree, before: () => Promise<void>): Promise<string | undefined> {
    await before();
    return this.#remove(worktree, '--force');
  }

  /** Worktrees of agents that are there, whichever process made them: only such as lie in the folder. */
  async list(): Promise<FoundWorktree[]> {
    const recorded = await this.#records.list(this.#folder);
    const known = new Set(recorded.map((record) => rootOf(record)));
    const others = (await this.#ofGit()).filter(({ path }) => !known.has(path));
    const found = await Promise.all([
      ...recorded.map(async ({ path, branch, base, agent, session }) => this.#found({ path, branch, base }, { agent, session })),
      ...others.map(async ({ path, branch }) => {
        const base = (await this.#git(this.#folder, 'merge-base', 'HEAD', branch)).stdout.trim();
        return this.#found({ path, branch, base });
      }),
    ]);
    return found.filter((one) => one !== undefined);
  }

  /** Undefined where nothing is there, or nothing but an untouched worktree of another home. */
  async #found(worktree: AgentWorktree, owner?: WorktreeOwner): Promise<FoundWorktree | undefined> {
    if (!(await this.#isThere(worktree))) return undefined;
    const work = await this.look(worktree);
    if (owner === undefined) return work === undefined || !hasWork(work) ? undefined : { ...worktree, ...work };
    return { ...worktree, owner, ...(work ?? { files: 0, commits: 0 }) };
  }

  async #ofGit(): Promise<Array<{ path: string; branch: string }>> {
    const listed = await this.#git(this.#folder, 'worktree', 'list', '--porcelain');
    if (listed.code !== 0) return [];
    const place = join(this.#folder, PLACE);
    return listed.stdout.split('\n\n').flatMap((entry) => {
      const path = /^worktree (.+)$/m.exec(entry)?.[1];
      const branch = /^branch refs\/heads\/(.+)$/m.exec(entry)?.[1];
      return path?.startsWith(place) === true && branch?.startsWith(BRANCH) === true ? [{ path, branch }] : [];
    });
  }

  /** Only where no other repository lies in it: adding looks into submodules, with settings that whoever worked there could write. */
  async #commit(worktree: AgentWorktree, message: string): Promise<string | undefined> {
    const added = await this.#git(rootOf(worktree), 'add', '--all');
    const saved = added.code === 0 ? await this.#git(rootOf(worktree), 'commit', '--no-gpg-sign', '-m', message) : added;
    return saved.code === 0 ? undefined : lastLine(saved);
  }

  /** A branch goes only with a worktree of the product's own making. Gives in words why it is still there. */
  async #remove(worktree: AgentWorktree, ...force: ['--force'] | []): Promise<string | undefined> {
    const removed = await this.#git(this.#folder, 'worktree', 'remove', ...force, rootOf(worktree));
    if (removed.code !== 0 && (await this.#isThere(worktree))) return lastLine(removed);
    if (removed.code !== 0) await this.#git(this.#folder, 'worktree', 'prune');
    if (worktree.branch.startsWith(BRANCH)) await this.#git(this.#folder, 'branch', force.length > 0 ? '-D' : '-d', worktree.branch);
    await this.#records.drop(worktree.path);
    return undefined;
  }

  async #isThere(worktree: AgentWorktree): Promise<boolean> {
    return (await this.#ports.files.stat(rootOf(worktree)).catch(() => undefined)) !== undefined;
  }

  /** The folder of the project's files, which may lie above the project folder. */
  async #top(): Promise<string> {
    const top = await this.#git(this.#folder, 'rev-parse', '--show-toplevel');
    return top.code === 0 ? top.stdout.trim() : this.#folder;
  }
}

function hasWork({ files, commits, ignored, repositories }: WorktreeWork): boolean {
  return files + commits > 0 || ignored !== undefined || repositories !== undefined;
}

function inTheWay(repositories: readonly string[]): string {
  return `other repositories or submodules lie in it, and a merge does not take along what is in them: ${someOf(repositories)}. Move them out of the worktree and merge again, or commit and merge by hand.`;
}

/** The worktree's own root: an agent may work in a folder below it. */
function rootOf({ path }: AgentWorktree): string {
  return /^(.*\/\.claude\/worktrees\/[^/]+)/.exec(path)?.[1] ?? path;
}
