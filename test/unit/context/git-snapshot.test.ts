import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProcessRunner } from '../../../main/adapters/shell/process-runner';
import { takeGitSnapshot } from '../../../main/core/context/git-snapshot';

let folder: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], { cwd: folder, stdio: 'pipe' });

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'snapshot-')));
  git('init', '-q', '-b', 'main');
  await writeFile(join(folder, 'a.txt'), 'a\n');
  git('add', '-A');
  git('commit', '-qm', 'The first');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the git snapshot', () => {
  it('shows branch, status and commits of an ordinary repository, trusted or not', async () => {
    git('remote', 'add', 'origin', 'https://example.org/a.git');
    await writeFile(join(folder, 'b.txt'), 'b\n');
    for (const trusted of [true, false]) {
      const snapshot = await takeGitSnapshot(createProcessRunner(), folder, trusted);
      expect(snapshot).toContain('Branch: main');
      expect(snapshot).toContain('?? b.txt');
      expect(snapshot).toContain('The first');
    }
  });

  it.each([
    ['core.fsmonitor', (mark: string) => `touch '${mark}';:`],
    ['filter.own.clean', (mark: string) => `touch '${mark}'; cat`],
    ['include.path', () => 'more'],
  ])('starts nothing that %s of a folder without trust names', async (key, value) => {
    const mark = join(folder, '..', `${folder.split('/').at(-1)}-ran`);
    git('config', key, value(mark));
    git('config', '-f', '.git/more', 'core.fsmonitor', `touch '${mark}';:`);
    await writeFile(join(folder, '.git/info/attributes'), '*.txt filter=own\n');
    await utimes(join(folder, 'a.txt'), 1, 1);
    const snapshot = await takeGitSnapshot(createProcessRunner(), folder, false);
    expect(snapshot).toContain('not trusted');
    expect(existsSync(mark)).toBe(false);
  });

  describe('of a trusted folder', () => {
    let mark: string;
    beforeEach(() => {
      mark = `${folder}-ran`;
    });
    const monitor = () => `touch '${mark}';:`;
    const snapshot = () => takeGitSnapshot(createProcessRunner(), folder, true);

    it('starts no monitor of the repository', async () => {
      git('config', 'core.fsmonitor', monitor());
      expect(await snapshot()).toContain('Branch: main');
      expect(existsSync(mark)).toBe(false);
    });

    it('starts nothing of a folder that was made to look like a repository', async () => {
      await cp(join(folder, '.git'), folder, { recursive: true });
      await rm(join(folder, '.git'), { recursive: true });
      git('config', '-f', 'config', 'core.bare', 'false');
      git('config', '-f', 'config', 'core.worktree', '.');
      git('config', '-f', 'config', 'core.fsmonitor', monitor());
      expect(await snapshot()).not.toContain('Branch');
      expect(existsSync(mark)).toBe(false);
    });

    it('starts nothing of a submodule', async () => {
      git('init', '-q', 'sub');
      git('-C', 'sub', 'commit', '-q', '--allow-empty', '-m', 'inner');
      git('-C', 'sub', 'config', 'core.fsmonitor', monitor());
      const head = git('-C', 'sub', 'rev-parse', 'HEAD').toString().trim();
      git('update-index', '--add', '--cacheinfo', `160000,${head},sub`);
      await writeFile(join(folder, 'sub', 'new.txt'), 'new');
      expect(await snapshot()).toContain('Branch: main');
      expect(existsSync(mark)).toBe(false);
    });
  });

  it('says that a folder outside version control is none', async () => {
    await rm(join(folder, '.git'), { recursive: true });
    expect(await takeGitSnapshot(createProcessRunner(), folder, false)).toContain('not a git repository');
  });
});
