import { execFileSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHostFixture, type HostFixture } from '../support/host-fixture';

let fixture: HostFixture;
beforeEach(async () => {
  fixture = await createHostFixture();
});
afterEach(() => fixture.close());

const git = (...args: string[]) => execFileSync('git', args, { cwd: fixture.folder, encoding: 'utf8' });
async function addRule(column: 'scope:local' | 'scope:project'): Promise<void> {
  const client = fixture.connect();
  const { folder } = fixture;
  const edits = [{ type: 'cell', row: 'git-commit', column, verdict: 'allow' } as const];
  const planned = await client.call('permission.plan', { folder, edits });
  const hashes = Object.fromEntries(planned.files.map(({ path, hash }) => [path, hash]));
  await client.call('permission.apply', { folder, edits, hashes });
}

describe('settings of one person in a git repository', () => {
  it('are passed over by git from the moment they are made, below the root of the repository too', async () => {
    git('init', '-q');
    await addRule('scope:local');
    expect(git('status', '--porcelain', '--untracked-files=all')).not.toContain('settings.local.json');
    await mkdir(join(fixture.folder, 'inner/.claude'), { recursive: true });
    expect(git('check-ignore', 'inner/.claude/settings.local.json')).toContain('inner/');
    expect((await readFile(join(fixture.folder, '.git/info/exclude'), 'utf8')).match(/settings\.local\.json/g)).toHaveLength(1);
  });

  it('are all that is kept out: the settings of the project stay to be committed', async () => {
    git('init', '-q');
    await addRule('scope:project');
    expect(git('status', '--porcelain', '--untracked-files=all')).toContain('.claude/settings.json');
    expect(await readFile(join(fixture.folder, '.git/info/exclude'), 'utf8')).not.toContain('.claude');
  });

  it('are written outside a repository as well', async () => {
    await addRule('scope:local');
    expect(await readFile(join(fixture.folder, '.claude/settings.local.json'), 'utf8')).toContain('git commit');
  });
});
