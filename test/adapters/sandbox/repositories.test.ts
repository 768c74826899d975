import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProgram } from '../../../main/adapters/sandbox/find-program';
import { IDENTITIES, makePlace, type Place } from './run-as';

const present = process.platform === 'linux' && findProgram('bwrap') !== undefined;

describe.runIf(present).each(IDENTITIES)('a repository that $name has', (identity) => {
  let place: Place;
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'safe.directory=*', '-c', 'protocol.file.allow=always', '-c', 'user.name=A', '-c', 'user.email=a@b', ...args],
      {
        cwd: place.project,
        stdio: 'pipe',
      },
    );
  const giveAway = () => {
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${identity.uid}:${identity.uid}`, place.home]);
  };
  const below = (...names: string[]) => join(place.project, ...names);

  beforeEach(async () => {
    place = await makePlace(identity);
    git('init', '-q');
    await place.write('project/readme.md', 'hello\n');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    giveAway();
  });
  afterEach(() => place.remove());

  it('runs commands in a linked work tree, whose ties to the repository stay', async () => {
    const tree = join(place.home, 'tree');
    git('worktree', 'add', '-q', tree);
    giveAway();
    const [result] = await place.run({
      command: `git status --short; echo x > new; echo "gitdir: /tmp" > .git; echo "[core]" > ${below('.git/worktrees/tree/commondir')}; cat new`,
      cwd: tree,
      grant: { folder: tree, writable: [tree, below('.git')] },
    });
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result?.output).toMatch(/x\n$/);
    expect(readFileSync(join(tree, '.git'), 'utf8')).toBe(`gitdir: ${below('.git/worktrees/tree')}\n`);
    expect(readFileSync(below('.git/worktrees/tree/commondir'), 'utf8')).toBe('../..\n');
  });

  it('runs commands in a submodule', async () => {
    git('init', '-q', '--bare', join(place.home, 'other.git'));
    git('push', '-q', join(place.home, 'other.git'), 'HEAD:refs/heads/master');
    git('submodule', '--quiet', 'add', join(place.home, 'other.git'), 'sub');
    giveAway();
    const sub = below('sub');
    const [result] = await place.run({
      command: 'git log --oneline | wc -l; git config core.fsmonitor x; true',
      cwd: sub,
      grant: { folder: sub, writable: [sub, below('.git/modules/sub')] },
    });
    expect(result?.exitCode).toBe(0);
    expect(result?.output).toMatch(/^1\n/);
    expect(readFileSync(below('.git/modules/sub/config'), 'utf8')).not.toContain('fsmonitor');
  });

  it('keeps settings of one work tree from being made', async () => {
    git('worktree', 'add', '-q', join(place.home, 'tree'));
    git('config', 'extensions.worktreeConfig', 'true');
    giveAway();
    const paths = [below('.git/config.worktree'), below('.git/worktrees/tree/config.worktree')];
    const [result] = await place.run(paths.map((path) => `printf '[core]\\n fsmonitor = touch ran\\n' > ${path}`).join(';'));
    expect(result?.removed.toSorted()).toEqual(paths);
    expect(paths.filter((path) => existsSync(path))).toEqual([]);
  });

  it('keeps hooks and settings that lie among the files of the project', async () => {
    git('config', 'core.hooksPath', '.githooks');
    git('config', 'include.path', '../shared.gitconfig');
    git('config', '--add', 'include.path', '../missing.gitconfig');
    await place.write('project/.githooks/pre-commit', '#!/bin/sh\n', 0o755);
    await place.write('project/shared.gitconfig', '[core]\n\thooksPath = "more hooks" # these too\n');
    const [result] = await place.run(
      'echo bad > .githooks/pre-commit; echo bad > .githooks/post-commit; mv .githooks moved; echo bad > shared.gitconfig; mkdir -p "more hooks/x"; echo bad > missing.gitconfig; true',
    );
    expect(result?.removed).toEqual([below('missing.gitconfig')]);
    expect(readFileSync(below('.githooks/pre-commit'), 'utf8')).toBe('#!/bin/sh\n');
    expect(readFileSync(below('shared.gitconfig'), 'utf8')).toContain('more hooks');
    expect(readdirSync(place.project).toSorted()).toEqual(['.git', '.githooks', 'readme.md', 'shared.gitconfig']);
  });

  it('hides secrets in folders that are protected as a whole, and keeps the ties of nested work trees', async () => {
    const secrets = ['.claude/.credentials.json', 'p/.claude/deep/.env', '.git/.env', 'p/.vitrine/key.pem'];
    for (const path of secrets) await place.write(`project/${path}`, 'planted-secret');
    await place.write('project/p/.claude/plugins/a/.git/HEAD', 'ref: x\n');
    await place.write('project/p/tree/.git', 'gitdir: ../../.git/worktrees/tree\n');
    const [result] = await place.run(`cat ${secrets.join(' ')}; echo x > p/.claude/plugins/a/.git/HEAD; echo x > p/tree/.git; echo end`);
    expect(result?.output).not.toContain('planted-secret');
    expect(result?.output).toMatch(/end\n$/);
    expect(readFileSync(below('p/.claude/plugins/a/.git/HEAD'), 'utf8')).toBe('ref: x\n');
    expect(readFileSync(below('p/tree/.git'), 'utf8')).toBe('gitdir: ../../.git/worktrees/tree\n');
  });

  it('loses at once what makes git look elsewhere for its settings, while the command goes on', async () => {
    const [result] = await place.run(
      'echo . > .git/commondir; for i in $(seq 100); do [ -e .git/commondir ] || { echo gone; break; }; sleep 0.1; done',
    );
    expect(result).toMatchObject({ output: 'gone\n', removed: [below('.git/commondir')] });
  });
});
