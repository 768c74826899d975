import { writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createServedFolder, scriptedEntry, writeTools } from '../../support/mcp-folder';
import { is, watchServers } from '../../support/mcp-watch';

const LONG = 'company-internal-tools-production-server';

it('gives nothing of a server that a rule denies, by whatever name, and names the rule', async () => {
  const tools = await writeTools([{ name: 'go', inputSchema: { type: 'object' } }]);
  const names = ['files', 'my__server', LONG, 'free'];
  const { folder, connect } = await createServedFolder(Object.fromEntries(names.map((name) => [name, scriptedEntry(tools)])), 'turns: []');
  await mkdir(join(folder, '.claude'), { recursive: true });
  const deny = names.slice(0, 3).map((name) => `mcp__${name}`);
  await writeFile(join(folder, '.claude/settings.json'), JSON.stringify({ permissions: { deny } }));
  const client = connect();
  const { until } = await watchServers(client, folder);
  for (const name of names) await until(name, is('connected'));
  for (const server of names) {
    const one = { folder, server };
    const ways = [
      () => client.call('mcp.call', { ...one, tool: 'go', input: {}, call: server, confirmed: true }),
      () => client.call('mcp.readResource', { ...one, uri: 'note://one' }),
      () => client.call('mcp.getPrompt', { ...one, prompt: 'greet', input: { who: 'x' } }),
    ];
    for (const way of ways) {
      if (server === 'free') await way();
      else await expect(way()).rejects.toMatchObject({ code: 'denied', message: expect.stringContaining(`mcp__${server}`) });
    }
    const of = { type: 'prompt' as const, name: 'greet' };
    const others = [
      client.call('mcp.follow', { ...one, uri: 'note://one', follow: true }),
      client.call('mcp.complete', { ...one, of, argument: { name: 'who', value: '' } }),
    ];
    const codes = (await Promise.allSettled(others)).map((asked) => asked.status === 'rejected' && asked.reason.code);
    expect([server, ...codes.map((code) => code === 'denied')]).toEqual([server, server !== 'free', server !== 'free']);
    const { tools: shown } = await client.call('mcp.server', one);
    expect([server, shown[0]?.left]).toEqual([server, server === 'free' ? undefined : 'denied-by-rule']);
  }
  const { resources } = await client.call('mcp.mentions', { folder, query: '', limit: 50 });
  expect(resources.map(({ server }) => server)).toEqual(['free']);
  const { commands } = await client.call('folder.commands', { folder });
  expect(commands.map(({ name }) => name).filter((name) => name.startsWith('mcp__'))).toEqual(['mcp__free__greet']);
});
