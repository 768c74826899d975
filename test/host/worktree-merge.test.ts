import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentWorktree } from '../../shared/model/agent-worktree';
import { WorktreeDesk } from '../../main/host/agents/worktree-desk';
import { createHostFixture, type HostFixture } from '../support/host-fixture';

let fixture: HostFixture | undefined;

afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

function git(folder: string, ...args: string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_EDITOR: 'true' };
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** For what git ends with an error. */
function tryGit(folder: string, ...args: string[]): void {
  try {
    git(folder, ...args);
  } catch {
    // A conflict, which is what is wanted.
  }
}

interface Repository {
  folder: string;
  ports: HostFixture['ports'];
  desk: WorktreeDesk;
  worktree: AgentWorktree;
  /** Ends with the answer of a merge, and whether hooks were told that the worktree goes. */
  merge(): ReturnType<WorktreeDesk['merge']>;
  /** All that must not change: branch, index, files, and what git has under way. */
  snapshot(): Promise<unknown>;
}

async function openRepository(ignored = ''): Promise<Repository> {
  fixture = await createHostFixture();
  const { folder, ports } = fixture;
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'config', 'user.name', 'Ann');
  git(folder, 'config', 'user.email', 'ann@example.com');
  await writeFile(join(folder, '.gitignore'), ignored);
  await writeFile(join(folder, 'shared.txt'), 'first\n');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'first');
  const desk = new WorktreeDesk(ports, folder);
  const worktree = await desk.add({ agent: 'main/general-purpose-1', session: 'sess_000001' });
  if ('refusal' in worktree) throw new Error(worktree.refusal);
  return {
    folder,
    ports,
    desk,
    worktree,
    merge: () => desk.merge(worktree, 'Work of an agent', async () => undefined),
    async snapshot() {
      const state = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge/done', 'BISECT_LOG', 'index.lock'];
      const read = (path: string) => readFile(path, 'utf8').catch(() => undefined);
      return {
        head: git(folder, 'rev-parse', 'HEAD'),
        staged: git(folder, 'diff', '--cached'),
        changed: git(folder, 'diff'),
        status: git(folder, 'status', '--porcelain'),
        shared: await read(join(folder, 'shared.txt')),
        underWay: await Promise.all(state.map((name) => read(join(folder, '.git', name)))),
      };
    },
  };
}

/** A commit on another branch that does not go together with the folder's own. */
async function commitOnBoth(folder: string): Promise<void> {
  git(folder, 'switch', '-q', '-c', 'other');
  await writeFile(join(folder, 'shared.txt'), 'other\n');
  git(folder, 'commit', '-q', '-a', '-m', 'other');
  git(folder, 'switch', '-q', 'main');
  await writeFile(join(folder, 'shared.txt'), 'main\n');
  git(folder, 'commit', '-q', '-a', '-m', 'main');
}

describe('what the person has under way in the folder', () => {
  const resolve = async (folder: string) => {
    await writeFile(join(folder, 'shared.txt'), 'resolved by hand\n');
    git(folder, 'add', 'shared.txt');
  };
  const begin: Record<string, (folder: string) => Promise<void>> = {
    'a merge': async (folder) => {
      await commitOnBoth(folder);
      tryGit(folder, 'merge', 'other');
      await resolve(folder);
    },
    'a cherry-pick': async (folder) => {
      await commitOnBoth(folder);
      tryGit(folder, 'cherry-pick', 'other');
      await resolve(folder);
    },
    'a revert': async (folder) => {
      await commitOnBoth(folder);
      tryGit(folder, 'revert', '--no-edit', 'HEAD~1');
      await resolve(folder);
    },
    'a rebase': async (folder) => {
      await commitOnBoth(folder);
      tryGit(folder, 'rebase', 'other');
      await resolve(folder);
    },
    'a bisection': async (folder) => {
      await commitOnBoth(folder);
      git(folder, 'bisect', 'start', 'HEAD', 'HEAD~1');
    },
    'git is at work': (folder) => writeFile(join(folder, '.git/index.lock'), ''),
    'on no branch': async (folder) => void git(folder, 'checkout', '-q', '--detach'),
  };

  it.each(Object.keys(begin))('stays as it is, and nothing is merged: %s', async (words) => {
    const { folder, worktree, merge, snapshot } = await openRepository();
    await writeFile(join(worktree.path, 'made.txt'), 'made apart');
    await begin[words]?.(folder);
    const before = await snapshot();
    const outcome = await merge();
    expect(outcome).toEqual({ merged: false, problem: expect.stringContaining(words) });
    expect(await snapshot()).toEqual(before);
    expect(existsSync(join(folder, 'made.txt'))).toBe(false);
    expect(await readFile(join(worktree.path, 'made.txt'), 'utf8')).toBe('made apart');
  });

  it('staged and changed files stay as they are, whether git merges beside them or refuses', async () => {
    const { folder, worktree, merge, snapshot } = await openRepository();
    await writeFile(join(worktree.path, 'shared.txt'), 'from the agent\n');
    await writeFile(join(folder, 'shared.txt'), 'changed here\n');
    await writeFile(join(folder, 'staged.txt'), 'staged');
    git(folder, 'add', 'staged.txt');
    git(folder, 'config', 'merge.autoStash', 'true');
    const before = await snapshot();
    expect(await merge()).toEqual({ merged: false, problem: expect.stringContaining('shared.txt') });
    expect(await snapshot()).toEqual(before);
    expect(git(folder, 'stash', 'list')).toBe('');
    git(folder, 'checkout', '-q', 'shared.txt');
    expect(await merge()).toEqual({ merged: true });
    expect(git(folder, 'diff', '--cached', '--name-only').trim()).toBe('staged.txt');
  });

  it('a conflict is named and undone, with what is changed beside it', async () => {
    const { folder, worktree, merge, snapshot } = await openRepository();
    await writeFile(join(worktree.path, 'shared.txt'), 'from the agent\n');
    await writeFile(join(folder, 'shared.txt'), 'main\n');
    git(folder, 'commit', '-q', '-a', '-m', 'main');
    await writeFile(join(folder, '.gitignore'), 'changed and not committed\n');
    const before = await snapshot();
    expect(await merge()).toEqual({ merged: false, problem: 'git found a conflict in shared.txt.' });
    expect(await snapshot()).toEqual(before);
    expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('changed and not committed\n');
  });

  it('settings of a branch do not leave a merge half made', async () => {
    const { folder, worktree, merge } = await openRepository();
    git(folder, 'config', 'branch.main.mergeOptions', '--no-commit --no-ff');
    await writeFile(join(worktree.path, 'made.txt'), 'made apart');
    expect(await merge()).toEqual({ merged: true });
    expect(existsSync(join(folder, '.git/MERGE_HEAD'))).toBe(false);
    expect(git(folder, 'show', 'HEAD:made.txt')).toBe('made apart');
  });
});

describe('files of the folder that git does not track', () => {
  it.each(['notes/own.txt', 'plain.txt'])('are not overwritten by a merge, ignored ones neither: %s', async (path) => {
    const { folder, worktree, merge } = await openRepository();
    await mkdir(join(worktree.path, path, '..'), { recursive: true });
    await writeFile(join(worktree.path, path), 'from the agent');
    await writeFile(join(folder, '.git/info/exclude'), `.claude/worktrees/\n${path}\n`);
    git(worktree.path, 'add', '-f', path);
    git(worktree.path, 'commit', '-q', '-m', 'made');
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), 'the person’s own');
    expect(await merge()).toEqual({ merged: false, problem: expect.stringContaining(path) });
    expect(await readFile(join(folder, path), 'utf8')).toBe('the person’s own');
  });

  it('are not replaced by a folder of new files, a link neither', async () => {
    const { folder, worktree, merge } = await openRepository('out\n');
    await mkdir(join(worktree.path, 'out'));
    await writeFile(join(worktree.path, 'out/made.txt'), 'from the agent');
    git(worktree.path, 'add', '-f', 'out/made.txt');
    git(worktree.path, 'commit', '-q', '-m', 'made');
    await writeFile(join(folder, 'out'), 'the person’s own');
    expect(await merge()).toMatchObject({ merged: false });
    expect(await readFile(join(folder, 'out'), 'utf8')).toBe('the person’s own');
    await rm(join(folder, 'out'));
    await symlink('nowhere', join(folder, 'out'));
    expect(await merge()).toMatchObject({ merged: false });
    await rm(join(folder, 'out'));
    expect(await merge()).toEqual({ merged: true });
    expect(await readFile(join(folder, 'out/made.txt'), 'utf8')).toBe('from the agent');
  });

  it('a tracked file that the agent made a folder of is no hindrance', async () => {
    const { folder, worktree, merge } = await openRepository();
    await rm(join(worktree.path, 'shared.txt'));
    await mkdir(join(worktree.path, 'shared.txt'));
    await writeFile(join(worktree.path, 'shared.txt/inner.txt'), 'from the agent');
    expect(await merge()).toEqual({ merged: true });
    expect(await readFile(join(folder, 'shared.txt/inner.txt'), 'utf8')).toBe('from the agent');
  });
});

describe('work of an agent', () => {
  it('with a merge of its own under way is not committed with the marks of conflicts', async () => {
    const { folder, worktree, merge } = await openRepository();
    await writeFile(join(worktree.path, 'shared.txt'), 'from the agent\n');
    git(worktree.path, 'commit', '-q', '-a', '-m', 'own');
    await writeFile(join(folder, 'shared.txt'), 'main\n');
    git(folder, 'commit', '-q', '-a', '-m', 'main');
    tryGit(worktree.path, 'merge', 'main');
    expect(await merge()).toEqual({ merged: false, problem: expect.stringContaining('a merge is under way') });
    expect(await readFile(join(folder, 'shared.txt'), 'utf8')).toBe('main\n');
    expect(git(worktree.path, 'status', '--porcelain')).toContain('UU shared.txt');
  });

  it('in a repository of its own is not committed as a reference to what is then gone', async () => {
    const { worktree, merge } = await openRepository();
    git(worktree.path, 'init', '-q', 'inner');
    await writeFile(join(worktree.path, 'inner/made.txt'), 'made apart');
    expect(await merge()).toEqual({ merged: false, problem: expect.stringContaining('inner') });
    expect(await readFile(join(worktree.path, 'inner/made.txt'), 'utf8')).toBe('made apart');
  });

  it('on the branch of the worktree counts also when the agent switched away from it', async () => {
    const { desk, worktree } = await openRepository();
    await writeFile(join(worktree.path, 'made.txt'), 'made apart');
    git(worktree.path, 'add', '-A');
    git(worktree.path, 'commit', '-q', '-m', 'made');
    git(worktree.path, 'switch', '-q', '--detach', 'main');
    expect(await desk.settle(worktree, async () => undefined)).toEqual({ state: 'waiting', files: 0, commits: 1 });
    git(worktree.path, 'branch', '-q', '-m', worktree.branch, 'renamed');
    expect(await desk.look(worktree)).toEqual({ files: 0, commits: 0 });
  });
});

describe('other repositories in a worktree', () => {
  const commitIn = (folder: string, message: string) =>
    git(folder, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'commit', '-q', '--allow-empty', '-m', message);

  it('keep it at the end of a run and when its work is merged: also one that was begun in a folder of tracked files', async () => {
    const { folder, desk, worktree, merge } = await openRepository();
    await mkdir(join(worktree.path, 'src'));
    await writeFile(join(worktree.path, 'src/made.txt'), 'made apart');
    git(worktree.path, 'add', '-A');
    git(worktree.path, 'commit', '-q', '-m', 'made');
    git(join(worktree.path, 'src'), 'init', '-q');
    commitIn(join(worktree.path, 'src'), 'only here');
    const end = { state: 'waiting', files: 0, commits: 1, repositories: ['src'] };
    expect(await desk.settle(worktree, async () => undefined)).toEqual(end);
    expect(await merge()).toEqual({ merged: true, left: ['src'] });
    expect(await readFile(join(folder, 'src/made.txt'), 'utf8')).toBe('made apart');
    expect(git(join(worktree.path, 'src'), 'log', '--format=%s').trim()).toBe('only here');
    expect(await desk.list()).toMatchObject([{ path: worktree.path, files: 0, commits: 0, repositories: ['src'] }]);
    expect(await desk.discard(worktree, async () => undefined)).toBeUndefined();
    expect(await desk.list()).toEqual([]);
  });

  it('are named where a commit leads to what only one of them has, and nothing is merged', async () => {
    const { folder, worktree, merge, snapshot } = await openRepository();
    git(worktree.path, 'init', '-q', 'sub');
    commitIn(join(worktree.path, 'sub'), 'only here');
    git(worktree.path, 'update-index', '--add', '--cacheinfo', `160000,${git(join(worktree.path, 'sub'), 'rev-parse', 'HEAD').trim()},sub`);
    git(worktree.path, 'commit', '-q', '-m', 'link');
    const before = await snapshot();
    expect(await merge()).toEqual({ merged: false, problem: expect.stringContaining('sub') });
    expect(await snapshot()).toEqual(before);
    expect(existsSync(join(folder, 'sub'))).toBe(false);
    expect(git(join(worktree.path, 'sub'), 'log', '--format=%s').trim()).toBe('only here');
  });

  it('that are submodules of the project: what was committed in one is named, also after its folder was emptied', async () => {
    const { folder, desk, ports } = await openRepository();
    const origin = join(ports.home, 'origin');
    git(folder, 'init', '-q', origin);
    commitIn(origin, 'origin');
    git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', origin, 'sub');
    git(folder, 'commit', '-q', '-m', 'submodule');
    const worktree = await desk.add({ agent: 'main/general-purpose-2', session: 'sess_000002' });
    if ('refusal' in worktree) throw new Error(worktree.refusal);
    expect(await desk.look(worktree)).toEqual({ files: 0, commits: 0 });
    git(worktree.path, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
    commitIn(join(worktree.path, 'sub'), 'only here');
    expect(await desk.settle(worktree, async () => undefined)).toMatchObject({ state: 'waiting', repositories: ['sub'] });
    git(worktree.path, 'submodule', '--quiet', 'deinit', '--force', 'sub');
    expect(await desk.settle(worktree, async () => undefined)).toMatchObject({ state: 'waiting', repositories: ['.git/modules/sub'] });
  });

  it('that are only referred to, and not there, keep nothing', async () => {
    const { folder, desk, worktree } = await openRepository();
    git(worktree.path, 'update-index', '--add', '--cacheinfo', `160000,${git(folder, 'rev-parse', 'HEAD').trim()},sub`);
    await mkdir(join(worktree.path, 'sub'));
    git(worktree.path, 'commit', '-q', '-m', 'link');
    expect(await desk.merge(worktree, 'Work', async () => undefined)).toEqual({ merged: true });
    expect(await desk.list()).toEqual([]);
  });
});

describe('files in a worktree that git ignores', () => {
  const IGNORED = 'out/\n*.log\n.env\nnode_modules/\n__pycache__/\ntarget/\nempty/\n';

  it('keep it at the end of a run, and when its work is merged, unless they are caches', async () => {
    const { folder, desk, worktree, merge } = await openRepository(IGNORED);
    await mkdir(join(worktree.path, 'out/deep'), { recursive: true });
    await writeFile(join(worktree.path, 'out/deep/report.md'), 'what the agent found');
    await writeFile(join(worktree.path, 'made.txt'), 'made apart');
    const end = { state: 'waiting', files: 1, commits: 0, ignored: ['out/'] };
    expect(await desk.settle(worktree, async () => undefined)).toEqual(end);
    expect(await merge()).toEqual({ merged: true, left: ['out/'] });
    expect(await readFile(join(folder, 'made.txt'), 'utf8')).toBe('made apart');
    expect(await readFile(join(worktree.path, 'out/deep/report.md'), 'utf8')).toBe('what the agent found');
    expect(await desk.list()).toMatchObject([{ path: worktree.path, files: 0, commits: 0, ignored: ['out/'] }]);
    expect(await desk.discard(worktree, async () => undefined)).toBeUndefined();
    expect(await desk.list()).toEqual([]);
  });

  it('that are caches, empty, or the same as in the folder, keep nothing', async () => {
    const { folder, desk, worktree } = await openRepository(IGNORED);
    const fill = async (root: string, path: string, text: string) => {
      await mkdir(join(root, path, '..'), { recursive: true });
      await writeFile(join(root, path), text);
    };
    await fill(folder, '.env', 'KEY=1');
    for (const path of ['node_modules/a/index.js', 'lib/__pycache__/a.pyc', 'out/.DS_Store', 'target/debug/a'])
      await fill(worktree.path, path, 'x');
    await fill(worktree.path, 'target/CACHEDIR.TAG', 'Signature: 8a477f597d28d172789f06886806bc55');
    await fill(worktree.path, '.env', 'KEY=1');
    await mkdir(join(worktree.path, 'empty/inner'), { recursive: true });
    expect(await desk.look(worktree)).toEqual({ files: 0, commits: 0 });
    await fill(worktree.path, '.env', 'KEY=2');
    await fill(worktree.path, 'run.log', 'x');
    expect(await desk.look(worktree)).toEqual({ files: 0, commits: 0, ignored: ['.env', 'run.log'] });
    await rm(join(worktree.path, 'run.log'));
    await fill(worktree.path, '.env', 'KEY=1');
    expect(await desk.settle(worktree, async () => undefined)).toEqual({ state: 'removed', files: 0, commits: 0 });
  });
});
