import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HostClient } from '../../renderer/transport/host-client';
import { createHostFixture, type HostFixture } from '../support/host-fixture';

let fixture: HostFixture;
let client: HostClient;
const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
const git = (...args: string[]) =>
  execFileSync('git', [...who, ...args], {
    cwd: fixture.folder,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
  });
async function decide(command: string) {
  const { decision } = await client.call('permission.check', { folder: fixture.folder, tool: 'Bash', input: { command }, agent: 'main' });
  return decision;
}

beforeEach(async () => {
  fixture = await createHostFixture();
  client = fixture.connect();
  await mkdir(join(fixture.folder, 'src'));
  await writeFile(join(fixture.folder, 'src/a.ts'), 'export const a = 1;\n');
  git('init', '-q', '-b', 'main', '.');
  git('add', 'src');
  git('commit', '-qm', 'first');
});
afterEach(() => fixture.close());

it('shows a commit or a folder by its number unasked, and a file only by its path', async () => {
  await client.call('folder.trust', { folder: fixture.folder, trusted: true });
  const commit = git('rev-parse', '--short', 'HEAD').trim();
  const file = git('rev-parse', '--short', 'HEAD:src/a.ts').trim();
  const folder = git('rev-parse', 'HEAD:src').trim();
  git('tag', '-a', '-m', 'a file', 'v1-0-gabcdef1', file);
  for (const command of [
    `git show ${commit} --stat`,
    `git show ${folder}`,
    `git diff ${commit}..${commit}`,
    `git log -1 && git show ${commit}`,
  ])
    expect(await decide(command), command).toBe('allow');
  for (const command of [
    `git show ${file}`,
    `git show ${commit} ${file}`,
    `git cat-file -p ${file}`,
    'git show v1-0-gabcdef1',
    'git show 0123456789',
  ])
    expect(await decide(command), command).toBe('ask');
});

it('asks git nothing in a folder that is not trusted', async () => {
  expect(await decide(`git show ${git('rev-parse', 'HEAD').trim()}`)).toBe('ask');
});
