import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ServerNotices } from '../../../main/host/mcp/server-notices';
import { root } from '../../support/bundle-for-node.mjs';
import { createServedFolder } from '../../support/mcp-folder';
import { is, watchServers } from '../../support/mcp-watch';

const MODERN = { command: process.execPath, args: [resolve(root, 'test/support/mcp-modern-server.mjs')] };
const LEGACY = { command: process.execPath, args: [resolve(root, 'test/support/mcp-noticing-server.mjs')] };

async function open(entry: Record<string, unknown>) {
  const fixture = await createServedFolder({ a: entry }, 'turns: []');
  const client = fixture.connect();
  const { folder } = fixture;
  const place = { folder, server: 'a' };
  const servers = await watchServers(client, folder);
  await servers.until('a', is('connected'));
  const use = (tool: string) => client.call('mcp.call', { ...place, tool, input: {}, call: tool, confirmed: true });
  return { client, place, use, until: (holds: Parameters<typeof servers.until>[1]) => servers.until('a', holds) };
}

it.each([
  ['the older protocol', LEGACY],
  ['the newer protocol', MODERN],
])('tells of each change of a followed resource, over restarts, and of none that is left, in %s', async (_protocol, entry) => {
  const { client, place, use, until } = await open(entry);
  const uri = 'test://one';
  const followed = async () => (await client.call('mcp.server', place)).followed;
  await client.call('mcp.follow', { ...place, uri, follow: true });
  expect(await followed()).toEqual([{ uri, changes: 0 }]);

  await use('touch');
  await until((view) => view?.notices.updates === 1);
  expect(await followed()).toEqual([{ uri, changes: 1, changedAt: expect.any(Number) }]);

  await client.call('mcp.restart', place);
  await until((view) => view?.state === 'connected' && view.restarts === 1);
  await use('touch');
  await until((view) => view?.notices.updates === 2);

  await client.call('mcp.follow', { ...place, uri, follow: false });
  await use('touch');
  await use('log');
  expect(await followed()).toEqual([]);
  expect((await client.call('mcp.server', place)).server.notices.updates).toBe(2);
});

it('takes changes of what lies below a followed address for its own, and none of another that begins alike', async () => {
  const notices = new ServerNotices(
    () => 0,
    () => undefined,
    (text) => text,
  );
  const server = { subscribe: async () => undefined };
  for (const uri of ['note://one', 'note://all/']) await notices.follow(server, uri, { timeoutMs: 1 });
  for (const uri of ['note://one-hundred', 'note://on', 'note://allies', 'note://all']) notices.noteUpdate(uri);
  expect(notices.counts.updates).toBe(0);
  for (const uri of ['note://one', 'note://one/a', 'note://one?a', 'note://one#a', 'note://all/a']) notices.noteUpdate(uri);
  expect(notices.followed().map(({ uri, changes }) => [uri, changes])).toEqual([
    ['note://one', 4],
    ['note://all/', 1],
  ]);
});

it('follows nothing that the server refuses, and says so', async () => {
  const { client, place } = await open(LEGACY);
  await expect(client.call('mcp.follow', { ...place, uri: 'test://none', follow: true })).rejects.toMatchObject({ code: 'unavailable' });
  expect((await client.call('mcp.server', place)).followed).toEqual([]);
});

it.each([
  ['the older protocol', LEGACY],
  ['the newer protocol', MODERN],
])('has the server log from the chosen level on, also after a restart, in %s', async (_protocol, entry) => {
  const { client, place, use, until } = await open(entry);
  const logged = async () => (await client.call('mcp.logged', place)).entries.map(({ level, text }) => `${level} ${text}`);
  await client.call('mcp.options', { ...place, change: { logLevel: 'error' } });
  await use('log');
  expect(await logged()).toEqual([]);

  await client.call('mcp.options', { ...place, change: { logLevel: 'info' } });
  await use('log');
  await until((view) => view?.notices.logged === 1);
  expect(await logged()).toEqual(['info a line']);

  await client.call('mcp.restart', place);
  await until((view) => view?.state === 'connected' && view.restarts === 1);
  await use('log');
  await until((view) => view?.notices.logged === 2);
  expect((await client.call('mcp.server', place)).server.options.logLevel).toBe('info');

  await client.call('mcp.options', { ...place, change: { logLevel: null } });
  await until((view) => view?.state === 'connected' && view.restarts === 2);
  expect((await client.call('mcp.server', place)).server.options).toEqual({});
});

const ENDS_AT_ONCE = "process.stdin.once('data', () => process.stdout.write('no frame\\n', () => process.exit(3)))";

it('has every message of a start in the trace as soon as it has come to an end, well or not', async () => {
  const { folder, connect } = await createServedFolder(
    { a: LEGACY, b: { command: process.execPath, args: ['-e', ENDS_AT_ONCE] } },
    'turns: []',
  );
  const client = connect();
  const servers = await watchServers(client, folder);
  const trace = async (server: string) => (await client.call('mcp.trace', { folder, server, limit: 100 })).entries;
  await servers.until('a', is('connected'));
  expect((await trace('a')).map(({ method }) => method)).toEqual(expect.arrayContaining(['initialize', 'tools/list', 'resources/list']));
  await servers.until('b', is('failed'));
  expect((await trace('b')).map(({ text }) => text)).toContain('no frame');
});

it('is told when the working directories of the folder are others', async () => {
  const { client, place, until } = await open(LEGACY);
  const { folder } = place;
  await mkdir(join(folder, '.claude'), { recursive: true });
  const settings = { permissions: { additionalDirectories: ['/usr/share'] } };
  await writeFile(join(folder, '.claude/settings.json'), JSON.stringify(settings));
  await client.call('mcp.list', { folder });
  await until((view) => view?.notices.logged === 1);
  const { entries } = await client.call('mcp.logged', place);
  expect(entries.map(({ text }) => text)).toEqual([`${pathToFileURL(folder).href} file:///usr/share`]);
});

it('shows icons that stand in the lists themselves, and none that would be fetched', async () => {
  const { client, place } = await open(LEGACY);
  const { server, tools, resources } = await client.call('mcp.server', place);
  const icon = 'data:image/png;base64,iVBORw0KGgo=';
  expect([server.info?.icon, ...tools.map((tool) => tool.icon), ...resources.map((resource) => resource.icon)]).toEqual([
    icon,
    icon,
    icon,
    undefined,
  ]);
});
