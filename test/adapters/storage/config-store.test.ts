import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createConfigStore } from '../../../main/adapters/storage/config-store';
import { createFolderStore } from '../../../main/adapters/storage/folder-store';
import { configSchema } from '../../../shared/model/config';
import { DEFAULT_LIMITS } from '../../../shared/model/default-limits';
import { systemClock } from './ports-for-scripts';
import { newHome } from './storage-support';
import { eventually } from '../../support/eventually';

async function configWith(text: string) {
  const home = await newHome();
  const path = join(home, 'config.json');
  await writeFile(path, text);
  return { path, store: createConfigStore({ home }) };
}

describe('the settings', () => {
  it('are the defaults while there is no file, and none is made by reading', async () => {
    const home = await newHome();
    const store = createConfigStore({ home });
    expect(await store.read()).toEqual({ config: configSchema.parse({}), diagnostics: [] });
    await expect(readFile(join(home, 'config.json'))).rejects.toThrow();
  });

  it('are the defaults, with the path in the words, when a folder stands in the place of the file; nothing is written', async () => {
    const home = await newHome();
    const path = join(home, 'config.json');
    await mkdir(path);
    const store = createConfigStore({ home });
    const { config, diagnostics } = await store.read();
    expect(config).toEqual(configSchema.parse({}));
    expect(diagnostics).toMatchObject([
      { code: 'unreadable-settings', severity: 'error', file: path, message: expect.stringContaining(path) },
    ]);
    await expect(store.change({ theme: 'dark' })).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(path) });
    onTestFinished(() => store.close());
    const unsubscribe = store.onChange(() => undefined);
    unsubscribe();
  });

  it('keep what they do not know and write only what somebody set', async () => {
    const { path, store } = await configWith('{ "theme": "dark", "fromLater": { "a": [1] } }');
    expect(await store.change({ language: 'ja', model: 'scripted/tour' })).toMatchObject({
      theme: 'dark',
      language: 'ja',
      limits: DEFAULT_LIMITS,
    });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      version: 1,
      theme: 'dark',
      fromLater: { a: [1] },
      language: 'ja',
      model: 'scripted/tour',
    });
    await store.change({ model: undefined });
    expect(JSON.parse(await readFile(path, 'utf8'))).not.toHaveProperty('model');
  });

  it('report a bad key with its line and use its default', async () => {
    const { store } = await configWith('{\n  "language": "ja",\n  "theme": "pink",\n  "limits": { "rounds": -1 }\n}');
    const { config, diagnostics } = await store.read();
    expect(config).toMatchObject({ language: 'ja', theme: 'system', limits: DEFAULT_LIMITS });
    expect(diagnostics).toMatchObject([
      { code: 'invalid-config', line: 3, severity: 'warning' },
      { code: 'invalid-config', line: 4 },
    ]);
  });

  it.each([
    ['{\n  "theme": "dark",\n  "language": ja\n}', 3],
    ['{\n  "theme": "dark",\n', 3],
    ['[1]', 1],
  ])('that are no JSON object are never overwritten: %j', async (text, line) => {
    const { path, store } = await configWith(text);
    expect(await store.read()).toMatchObject({ config: { theme: 'system' }, diagnostics: [{ severity: 'error', line, file: path }] });
    await expect(store.change({ theme: 'light' })).rejects.toMatchObject({ code: 'conflict' });
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('of a newer version are read as far as possible and never written', async () => {
    const { store } = await configWith('{ "version": 7, "theme": "dark" }');
    expect(await store.read()).toMatchObject({ config: { theme: 'dark' }, diagnostics: [{ code: 'newer-config' }] });
    await expect(store.change({ theme: 'light' })).rejects.toMatchObject({ code: 'read-only' });
  });

  it('take changes made at once one after the other', async () => {
    const { store } = await configWith('{}');
    await Promise.all([store.change({ theme: 'dark' }), store.change({ language: 'ja' }), store.change({ webFetch: true })]);
    expect((await store.read()).config).toMatchObject({ theme: 'dark', language: 'ja', webFetch: true });
  });

  it('are known anew to who reads them when told, whoever changed the file, in place or by putting a new one there', async () => {
    const { path, store } = await configWith('{}');
    let told = 0;
    let known = (await store.read()).config;
    let reading = Promise.resolve();
    const readAgain = () => {
      told += 1;
      reading = reading.then(async () => {
        known = (await store.read()).config;
      });
    };
    onTestFinished(store.onChange(readAgain));
    // A watch may begin a little after it was asked for.
    await eventually(async () => {
      await writeFile(path, '{ "theme": "dark" }');
      expect(known.theme).toBe('dark');
    });
    await writeFile(`${path}.tmp`, '{ "theme": "light" }');
    await rename(`${path}.tmp`, path);
    await eventually(() => expect(known.theme).toBe('light'));
    await writeFile(path, '{ "theme": "dark" }');
    await eventually(() => expect(known.theme).toBe('dark'));
    const before = told;
    await store.change({ language: 'ja' });
    expect(told).toBeGreaterThan(before);
    await eventually(() => expect(known).toMatchObject({ theme: 'dark', language: 'ja' }));
  });

  it('are told to have changed back to what they were when somebody last listened', async () => {
    const { path, store } = await configWith('{}');
    await store.change({ theme: 'dark' });
    const dark = await readFile(path, 'utf8');
    await writeFile(path, '{ "theme": "light" }');
    const listener = vi.fn();
    onTestFinished(store.onChange(listener));
    expect((await store.read()).config.theme).toBe('light');
    await eventually(async () => {
      await writeFile(`${path}.tmp`, dark);
      await rename(`${path}.tmp`, path);
      expect(listener).toHaveBeenCalled();
    });
  });
});

describe('the folders', () => {
  it('are remembered newest first, once each', async () => {
    const store = createFolderStore({ home: await newHome(), clock: systemClock });
    await Promise.all(['/a', '/b', '/a'].map((folder) => store.noteOpened(folder)));
    expect((await store.recent()).map(({ folder }) => folder)).toEqual(['/a', '/b']);
  });

  it('are trusted exactly, by their real path', async () => {
    const home = await newHome();
    const folder = join(home, 'project');
    await mkdir(join(folder, 'inside'), { recursive: true });
    await symlink(folder, join(home, 'link'));
    const store = createFolderStore({ home: join(home, 'home'), clock: systemClock });
    await store.setTrusted(join(home, 'link'), true);
    expect(
      await Promise.all(
        [folder, join(home, 'link'), join(folder, 'inside'), home, '/nowhere', '__proto__'].map((path) => store.isTrusted(path)),
      ),
    ).toEqual([true, true, false, false, false, false]);
    await store.setTrusted(folder, false);
    expect(await store.isTrusted(folder)).toBe(false);
  });

  it('are not trusted when the file says nothing that can be read', async () => {
    const home = await newHome();
    await writeFile(join(home, 'trust.json'), `{"version":1,"folders":{"${home}":true}}`);
    expect(await createFolderStore({ home, clock: systemClock }).isTrusted(home)).toBe(false);
  });

  it('are written down nowhere where the file says nothing that can be read', async () => {
    const home = await newHome();
    const store = createFolderStore({ home, clock: systemClock });
    const trust = '{"version":2,"folders":[]}';
    const recent = '{"version":2,"folders":{}}';
    await writeFile(join(home, 'trust.json'), trust);
    await writeFile(join(home, 'recent-folders.json'), recent);
    await expect(store.setTrusted(home, true)).rejects.toMatchObject({ code: 'read-only', data: { file: join(home, 'trust.json') } });
    await store.noteOpened(home);
    expect(await readFile(join(home, 'trust.json'), 'utf8')).toBe(trust);
    expect(await readFile(join(home, 'recent-folders.json'), 'utf8')).toBe(recent);
  });
});
