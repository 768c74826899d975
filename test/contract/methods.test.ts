import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHostServices } from '../../main/host/create-host-services';
import { createMethodTable } from '../../main/host/method-table';
import { type MethodName, methods } from '../../shared/contract/methods';
import { createHostFixture, type HostFixture } from '../support/host-fixture';

const names = Object.keys(methods).filter((name): name is MethodName => name in methods);
let fixture: HostFixture;

beforeAll(async () => {
  fixture = await createHostFixture();
});
afterAll(() => fixture.close());

it('binds every method of the contract to its own row, and nothing else', () => {
  const table = createMethodTable(createHostServices(fixture.ports, async () => undefined).services);
  expect(Object.keys(table).sort()).toEqual([...names].sort());
  for (const name of names) expect(table[name].row, name).toBe(methods[name]);
});

it('names methods by noun and verb, since a version that exists', () => {
  for (const name of names) {
    expect(name).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
    expect(methods[name].since).toBeGreaterThan(0);
  }
});

describe.each(names)('%s', (name) => {
  it.each([[42], ['text'], [null], [[]]])('refuses the parameters %j', async (params) => {
    const client = fixture.connect();
    await expect(client.call(name, params as never)).rejects.toMatchObject({ code: 'bad-request' });
    client.close();
  });
});

it('answers an unknown method with its code', async () => {
  const client = fixture.connect();
  await expect(client.call('no.such' as never, {} as never)).rejects.toMatchObject({ code: 'unknown-method' });
  await expect(client.call('toString' as never, {} as never)).rejects.toMatchObject({ code: 'unknown-method' });
});

it.each(['/nowhere\0', `/${'x'.repeat(5000)}`])(
  'answers a folder that no file system could hold with a code of its own: %#',
  async (path) => {
    const client = fixture.connect();
    await expect(client.call('folder.memory', { folder: path })).rejects.toMatchObject({ code: 'bad-request' });
    await expect(client.call('permission.rules', { folder: path })).rejects.toMatchObject({ code: 'bad-request' });
  },
);

describe('without a session', () => {
  it.each([
    ['session.open', { session: 's_nothing' }],
    ['session.continue', { session: 's_nothing' }],
    ['session.export', { session: 's_nothing', format: 'md' }],
    ['call.anatomy', { session: 's_nothing', call: 'call_1' }],
    ['call.beginnings', { session: 's_nothing', call: 'call_1', segments: [] }],
    ['item.text', { session: 's_nothing', item: 'item_1', of: 'text', offset: 0, limit: 10 }],
  ] as const)('%s says that it is not there', async (method, params) => {
    await expect(fixture.connect().call(method, params)).rejects.toMatchObject({ code: 'not-found' });
  });

  it.each([
    ['native.chooseFolder', {}],
    ['native.openExternal', { url: 'https://example.com/' }],
    ['native.notify', { title: 'a', body: 'b' }],
  ] as const)('%s is unavailable where there is no window', async (method, params) => {
    await expect(fixture.connect().call(method, params)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

it('answers everything that asks about a folder', async () => {
  const client = fixture.connect();
  const { folder } = fixture;
  expect(await client.call('folder.open', { path: folder })).toEqual({ folder, trusted: false, git: false });
  await client.call('folder.trust', { folder, trusted: true });
  expect(await client.call('folder.open', { path: folder })).toMatchObject({ trusted: true });
  expect((await client.call('folder.recent', {})).folders.map((one) => one.folder)).toEqual([folder]);
  expect(await client.call('folder.files', { folder, query: 'nts', limit: 5 })).toEqual({ files: ['notes.txt'], partial: false });
  expect((await client.call('folder.commands', { folder })).commands.length).toBeGreaterThan(0);
  expect(await client.call('folder.memory', { folder })).toMatchObject({ files: [] });
  expect(await client.call('permission.rules', { folder })).toMatchObject({ trusted: true });
  expect(await client.call('permission.check', { folder, tool: 'Bash', input: { command: 'rm -rf x' } })).toMatchObject({
    decision: 'ask',
  });
  expect((await client.call('doctor.report', {})).checks.filter(({ ok }) => !ok)).toEqual([]);
});

it('changes only the settings that are named, and puts cleared ones back to their defaults', async () => {
  const client = fixture.connect();
  await client.call('config.set', {
    change: { limits: {}, reminders: { rule: { when: 'never' } }, baseUrl: 'http://127.0.0.1:9/', webFetch: true },
  });
  expect((await client.call('app.info', {})).endpoint).toEqual({ url: 'http://127.0.0.1:9/', from: 'settings' });
  const { config } = await client.call('config.set', { change: { theme: 'light' }, clear: ['baseUrl'] });
  expect(config).toMatchObject({ theme: 'light', limits: {}, reminders: { rule: { when: 'never' } }, webFetch: true });
  expect(config.baseUrl).toBeUndefined();
  expect((await client.call('config.set', { change: {}, clear: ['limits'] })).config.limits).toEqual({ rounds: 100, repeats: 5 });
});

it('answers at once that a person begins to write', async () => {
  expect(await fixture.connect().call('session.prepare', {})).toEqual({});
});

it('keeps settings and a key, and tells every client', async () => {
  const [one, two] = [fixture.connect(), fixture.connect()];
  await Promise.all([one.call('app.info', {}), two.call('app.info', {})]);
  const told = new Promise<void>((resolve) => two.on('config/changed', () => resolve()));
  expect((await one.call('config.set', { change: { theme: 'dark' } })).config.theme).toBe('dark');
  await told;
  expect((await two.call('config.get', {})).config.theme).toBe('dark');
  expect(await one.call('models.list', {})).toMatchObject({ current: 'scripted/tour' });
  expect(await one.call('key.set', { key: 'sk-ant-test' })).toEqual({ stored: 'memory' });
  expect((await one.call('app.info', {})).credential).toBe('stored');
  expect((await one.call('models.list', {})).current).toMatch(/^anthropic\//);
  await one.call('key.clear', {});
  expect((await one.call('app.info', {})).credential).toBe('none');
});
