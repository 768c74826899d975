import { join } from 'node:path/posix';
import type { AgentWorktree, worktreeEndSchema } from '../../../shared/model/agent-node';
import type { z } from 'zod';
import { NO_SUBMODULES, QUIET_GIT, QUIET_GIT_ENV } from '../../core/kernel/quiet-git';
import type { ProcessResult } from '../../core/ports';
import { idOfAgent } from '../../core/subagents/name-agent';
import { excludeFromGit } from '../exclude-from-git';
import type { HostPorts } from '../host-ports';
import { type WorktreeRecord, WorktreeRecords } from './worktree-records';

type WorktreeEnd = z.infer<typeof worktreeEndSchema>;
type WorktreePorts = Pick<HostPorts, 'process' | 'files' | 'home' | 'hash' | 'logger'>;

const DEADLINE_MS = 60_000;
const MOST_BYTES = 32_000_000;
const BRANCH = 'vitrine/';
const PLACE = '.claude/worktrees/';

/** Whose worktree it is. */
export type WorktreeOwner = Pick<WorktreeRecord, 'agent' | 'session'>;

/** A worktree that is there. Without an owner: another home made it. */
export interface FoundWorktree extends AgentWorktree {
  owner?: WorktreeOwner;
  /** Changed files, and commits since it was made. */
  files: number;
  commits: number;
}

/**
 * Git worktrees of agents: below `.claude/worktrees` of the project folder, each on a branch of its own, or where a hook made one.
 * Nothing in them is thrown away unasked.
 */
export class WorktreeDesk {
  readonly #ports: WorktreePorts;
  readonly #folder: string;
  readonly #records: WorktreeRecords;

  constructor(ports: WorktreePorts, folder: string) {
    this.#ports = ports;
    this.#folder = folder;
    this.#records = new WorktreeRecords(ports);
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
    if (await this.#isThere(path)) return;
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
    if (work.files + work.commits > 0) return { state: 'waiting', ...work };
    await before();
    return { state: (await this.#remove(worktree)) === undefined ? 'removed' : 'waiting', ...work };
  }

  /** What is in it that is nowhere else; undefined where git does not say. */
  async look({ path, base }: AgentWorktree): Promise<{ files: number; commits: number } | undefined> {
    const [status, ahead] = await Promise.all([
      this.#git(path, 'status', '--porcelain', '--untracked-files=all', NO_SUBMODULES),
      this.#git(path, 'rev-list', '--count', `${base}..HEAD`),
    ]);
    if (status.code !== 0 || ahead.code !== 0) return undefined;
    return { files: status.stdout.split('\n').filter((line) => line !== '').length, commits: Number(ahead.stdout.trim()) };
  }

  /**
   * Brings its work into the folder's branch and removes it: what is not committed yet is committed in the worktree first. Gives in
   * words why that did not work; then everything is as it was, but for that commit.
   */
  async merge(worktree: AgentWorktree, message: string, before: () => Promise<void>): Promise<string | undefined> {
    const work = await this.look(worktree);
    if (work === undefined) return 'The worktree is not there any more.';
    if (work.files > 0) {
      if (await this.#hasSubmodules(worktree))
        return 'It has submodules, which are not looked into: commit the work in its folder yourself.';
      const added = await this.#git(worktree.path, 'add', '--all');
      const saved = added.code === 0 ? await this.#git(worktree.path, 'commit', '--no-gpg-sign', '-m', message) : added;
      if (saved.code !== 0) return lastLine(saved);
    }
    // What stands in the worktree, whichever branch was switched to in it.
    const head = await this.#git(worktree.path, 'rev-parse', '--verify', 'HEAD');
    const merged = await this.#git(this.#folder, 'merge', '--no-gpg-sign', '-m', message, head.stdout.trim());
    if (merged.code !== 0) {
      await this.#git(this.#folder, 'merge', '--abort');
      return lastLine(merged);
    }
    await before();
    await this.#remove(worktree);
    return undefined;
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
    if (!(await this.#isThere(worktree.path))) return undefined;
    const work = await this.look(worktree);
    if (owner === undefined) return work === undefined || work.files + work.commits === 0 ? undefined : { ...worktree, ...work };
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

  /** Adding files looks into each submodule, with settings that whoever worked there could write. */
  async #hasSubmodules({ path }: AgentWorktree): Promise<boolean> {
    const listed = await this.#git(path, 'ls-files', '--stage');
    return listed.code !== 0 || listed.truncated || /^160000 /m.test(listed.stdout);
  }

  /** A branch goes only with a worktree of the product's own making. Gives in words why it is still there. */
  async #remove(worktree: AgentWorktree, ...force: ['--force'] | []): Promise<string | undefined> {
    const removed = await this.#git(this.#folder, 'worktree', 'remove', ...force, rootOf(worktree));
    if (removed.code !== 0 && (await this.#isThere(worktree.path))) return lastLine(removed);
    if (removed.code !== 0) await this.#git(this.#folder, 'worktree', 'prune');
    if (worktree.branch.startsWith(BRANCH)) await this.#git(this.#folder, 'branch', force.length > 0 ? '-D' : '-d', worktree.branch);
    await this.#records.drop(worktree.path);
    return undefined;
  }

  async #isThere(path: string): Promise<boolean> {
    return (await this.#ports.files.stat(path).catch(() => undefined)) !== undefined;
  }

  #git(cwd: string, ...args: string[]): Promise<ProcessResult> {
    const env = QUIET_GIT_ENV;
    return this.#ports.process.run('git', [...QUIET_GIT, ...args], { cwd, timeoutMs: DEADLINE_MS, maxBytes: MOST_BYTES, env });
  }
}

/** The worktree's own root: an agent may work in a folder below it. */
function rootOf({ path }: AgentWorktree): string {
  return /^(.*\/\.claude\/worktrees\/[^/]+)/.exec(path)?.[1] ?? path;
}

function lastLine({ stderr, stdout }: ProcessResult): string {
  return (stderr.trim() || stdout.trim()).split('\n').at(-1) ?? 'git could not be run';
}
