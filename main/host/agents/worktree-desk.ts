import { join } from 'node:path/posix';
import type { AgentWorktree, worktreeEndSchema } from '../../../shared/model/agent-node';
import type { z } from 'zod';
import { NO_SUBMODULES, QUIET_GIT, QUIET_GIT_ENV } from '../../core/kernel/quiet-git';
import type { ProcessResult } from '../../core/ports';
import { idOfAgent } from '../../core/subagents/name-agent';
import { excludeFromGit } from '../exclude-from-git';
import type { HostPorts } from '../host-ports';

type WorktreeEnd = z.infer<typeof worktreeEndSchema>;

const DEADLINE_MS = 60_000;
const MOST_BYTES = 32_000_000;
const BRANCH = 'vitrine/';

/** A worktree that was left with work in it. */
export interface LeftWorktree extends AgentWorktree {
  /** Changed files, and commits since it was made. */
  files: number;
  commits: number;
}

/** Git worktrees of agents: below `.claude/worktrees` of the project folder, each on a branch of its own. Nothing in them is thrown away unasked. */
export class WorktreeDesk {
  readonly #ports: Pick<HostPorts, 'process' | 'files'>;
  readonly #folder: string;

  constructor(ports: Pick<HostPorts, 'process' | 'files'>, folder: string) {
    this.#ports = ports;
    this.#folder = folder;
  }

  /** Gives the worktree, or in words why there is none. `session` keeps names of several sessions apart. */
  async add(agent: string, session: string): Promise<AgentWorktree | { refusal: string }> {
    const name = `${idOfAgent(agent)}-${session.slice(-6)}`;
    const head = await this.#git(this.#folder, 'rev-parse', '--verify', 'HEAD');
    if (head.code !== 0) return { refusal: 'the folder is no git repository with a commit, so there is no worktree for the agent.' };
    const prefix = (await this.#git(this.#folder, 'rev-parse', '--show-prefix')).stdout.trim().replace(/\/$/, '');
    const root = join(this.#folder, '.claude/worktrees', name);
    const branch = `${BRANCH}${name}`;
    // The folder of the worktrees is no work of the project's.
    await excludeFromGit(this.#ports, this.#folder, EXCLUDED);
    const made = await this.#git(this.#folder, 'worktree', 'add', '-b', branch, root, 'HEAD');
    if (made.code !== 0) return { refusal: `git could not make a worktree: ${lastLine(made)}` };
    return { path: prefix === '' ? root : join(root, prefix), branch, base: head.stdout.trim() };
  }

  /** A worktree that somebody else made at a path of the folder: a hook. */
  async adopt(path: string): Promise<AgentWorktree | { refusal: string }> {
    const real = await this.#ports.files.realpath(path).catch(() => path);
    if (!real.startsWith(`${this.#folder}/`)) return { refusal: `the worktree ${path} that a hook made is not inside the project folder.` };
    const [head, branch] = await Promise.all([
      this.#git(real, 'rev-parse', '--verify', 'HEAD'),
      this.#git(real, 'rev-parse', '--abbrev-ref', 'HEAD'),
    ]);
    if (head.code !== 0) return { refusal: `there is no git worktree at ${path}, where a hook was to make one.` };
    return { path: real, branch: branch.stdout.trim(), base: head.stdout.trim() };
  }

  /** Makes one again that was removed after a run in which nothing was changed. Rejects in words where that is not possible. */
  async restore(worktree: AgentWorktree): Promise<void> {
    const { path, branch, base } = worktree;
    if ((await this.#ports.files.list(path).catch(() => undefined)) !== undefined) return;
    const made = await this.#git(this.#folder, 'worktree', 'add', '-b', branch, rootOf(worktree), base);
    if (made.code !== 0) throw new Error(`its worktree ${path} is not there any more, and git could not make it again: ${lastLine(made)}`);
  }

  /** Removes it where nothing was changed in it; else it waits for the person's word. */
  async settle(worktree: AgentWorktree): Promise<WorktreeEnd> {
    const work = await this.look(worktree);
    if (work === undefined) return { state: 'waiting', files: 0, commits: 0 };
    if (work.files + work.commits > 0) return { state: 'waiting', ...work };
    return { state: (await this.#remove(worktree)) ? 'removed' : 'waiting', ...work };
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
   * Brings its work into the folder's branch: what is not committed yet is committed in the worktree first. Gives in words why that did
   * not work; then everything is as it was, but for that commit.
   */
  async merge(worktree: AgentWorktree, message: string): Promise<string | undefined> {
    const work = await this.look(worktree);
    if (work === undefined) return 'The worktree is not there any more.';
    if (work.files > 0) {
      if (await this.#hasSubmodules(worktree))
        return 'It has submodules, which are not looked into: commit the work in its folder yourself.';
      const added = await this.#git(worktree.path, 'add', '--all');
      const saved = added.code === 0 ? await this.#git(worktree.path, 'commit', '--no-gpg-sign', '-m', message) : added;
      if (saved.code !== 0) return lastLine(saved);
    }
    const merged = await this.#git(this.#folder, 'merge', '--no-edit', '--no-gpg-sign', worktree.branch);
    if (merged.code !== 0) {
      await this.#git(this.#folder, 'merge', '--abort');
      return lastLine(merged);
    }
    await this.#remove(worktree);
    return undefined;
  }

  /** Adding files looks into each submodule, with settings that whoever worked there could write. */
  async #hasSubmodules({ path }: AgentWorktree): Promise<boolean> {
    const listed = await this.#git(path, 'ls-files', '--stage');
    return listed.code !== 0 || listed.truncated || /^160000 /m.test(listed.stdout);
  }

  /** Throws it away with everything in it: only on the person's word. */
  async discard(worktree: AgentWorktree): Promise<void> {
    await this.#git(this.#folder, 'worktree', 'remove', '--force', rootOf(worktree));
    await this.#git(this.#folder, 'branch', '-D', worktree.branch);
  }

  /** Worktrees of agents that are there with work in them, whichever process made them: only such as lie in the folder. */
  async list(): Promise<LeftWorktree[]> {
    const listed = await this.#git(this.#folder, 'worktree', 'list', '--porcelain');
    if (listed.code !== 0) return [];
    const place = join(this.#folder, EXCLUDED);
    const found = listed.stdout.split('\n\n').flatMap((entry) => {
      const path = /^worktree (.+)$/m.exec(entry)?.[1];
      const branch = /^branch refs\/heads\/(.+)$/m.exec(entry)?.[1];
      return path?.startsWith(place) === true && branch?.startsWith(BRANCH) === true ? [{ path, branch }] : [];
    });
    const left = await Promise.all(
      found.map(async (one): Promise<LeftWorktree | undefined> => {
        const base = (await this.#git(this.#folder, 'merge-base', 'HEAD', one.branch)).stdout.trim();
        const work = await this.look({ ...one, base });
        return work === undefined || work.files + work.commits === 0 ? undefined : { ...one, base, ...work };
      }),
    );
    return left.filter((one) => one !== undefined);
  }

  async #remove(worktree: AgentWorktree): Promise<boolean> {
    const removed = await this.#git(this.#folder, 'worktree', 'remove', rootOf(worktree));
    if (removed.code === 0) await this.#git(this.#folder, 'branch', '-d', worktree.branch);
    return removed.code === 0;
  }

  #git(cwd: string, ...args: string[]): Promise<ProcessResult> {
    const env = QUIET_GIT_ENV;
    return this.#ports.process.run('git', [...QUIET_GIT, ...args], { cwd, timeoutMs: DEADLINE_MS, maxBytes: MOST_BYTES, env });
  }
}

const EXCLUDED = '.claude/worktrees/';

/** The worktree's own root: an agent may work in a folder below it. */
function rootOf({ path }: AgentWorktree): string {
  return /^(.*\/\.claude\/worktrees\/[^/]+)/.exec(path)?.[1] ?? path;
}

function lastLine({ stderr, stdout }: ProcessResult): string {
  return (stderr.trim() || stdout.trim()).split('\n').at(-1) ?? 'git could not be run';
}
