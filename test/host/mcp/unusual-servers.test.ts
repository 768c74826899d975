import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeGrowth, noteTools } from '../../../main/host/mcp/describe-growth';
import { isUntracked } from '../../../main/host/mcp/is-untracked';
import { createServedFolder, scriptedEntry, writeTools } from '../../support/mcp-folder';
import { createHostFixture } from '../../support/host-fixture';
import { is, watchServers } from '../../support/mcp-watch';

const inputSchema = { type: 'object' };

describe('servers and tools with unusual names', () => {
  it('are listed, diagnosed and remembered, called like what every object has or with names of any length', async () => {
    const names = ['constructor', `${'x'.repeat(100_000)}1`, `${'x'.repeat(100_000)}2`];
    const tools = await writeTools(names.map((name) => ({ name, inputSchema })));
    const { folder, connect, ports } = await createServedFolder(
      { constructor: scriptedEntry(tools), toString: scriptedEntry(tools) },
      'turns: []',
    );
    const client = connect();
    const { until } = await watchServers(client, folder);
    await until('constructor', is('connected'));
    await until('toString', is('connected'));
    const { servers } = await client.call('mcp.list', { folder });
    expect(servers.map(({ name, options }) => [name, options])).toEqual([
      ['constructor', {}],
      ['toString', {}],
    ]);
    await client.call('mcp.options', { folder, server: 'constructor', change: { loading: 'always' } });
    const { checks } = await client.call('mcp.diagnose', { folder, server: 'toString' });
    expect(checks.find(({ id }) => id === 'connection')).toMatchObject({ ok: true });
    const noted = async () => JSON.parse(await readFile(join(ports.home, 'mcp-state.json'), 'utf8')).folders[folder].tools;
    await expect.poll(async () => Object.keys((await noted()).toString ?? {}).length).toBe(3);
    expect(JSON.stringify(await noted()).length).toBeLessThan(1_500);
  });

  it('are told when they come, go or say something else', () => {
    const hash = (text: string) => `${text.length}${text.at(-1)}`.padEnd(64, '0');
    const long = 'y'.repeat(300);
    const before = noteTools(
      [
        { tool: 'constructor', hash: 'a' },
        { tool: `${long}1`, hash: 'a' },
      ],
      hash,
    );
    const now = noteTools(
      [
        { tool: 'valueOf', hash: 'a' },
        { tool: `${long}1`, hash: 'b' },
        { tool: `${long}2`, hash: 'a' },
      ],
      hash,
    );
    expect(describeGrowth(before, now).map(({ code, params }) => [code, params['count']])).toEqual([
      ['tools-added', 2],
      ['tools-removed', 1],
      ['tools-changed', 1],
    ]);
  });
});

it('knows a file that came with a repository, or with one within it, from one person’s own', async () => {
  const fixture = await createHostFixture();
  const { folder, ports } = fixture;
  const file = join(folder, '.claude/settings.local.json');
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], { cwd, encoding: 'utf8' });
  await mkdir(join(folder, '.claude'), { recursive: true });
  await writeFile(file, '{}');
  expect(await isUntracked(ports, file)).toBe(false);
  git(folder, 'init', '-q');
  expect(await isUntracked(ports, file)).toBe(true);
  git(folder, 'add', '-f', file);
  expect(await isUntracked(ports, file)).toBe(false);
  git(folder, 'rm', '-q', '--cached', '-f', file);
  git(join(folder, '.claude'), 'init', '-q');
  git(join(folder, '.claude'), 'add', '-f', 'settings.local.json');
  expect(await isUntracked(ports, file)).toBe(false);
  await fixture.close();
});
