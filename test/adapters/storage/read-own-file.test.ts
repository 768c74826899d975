import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSecretTagger } from '../../../main/adapters/secrets/secret-tagger';
import { createConfigStore } from '../../../main/adapters/storage/config-store';
import { createFolderStore } from '../../../main/adapters/storage/folder-store';
import { readIndex } from '../../../main/adapters/storage/read-index';
import { readOwnFile, readOwnText } from '../../../main/adapters/storage/read-own-file';
import { configSchema } from '../../../shared/model/config';
import { systemClock } from './ports-for-scripts';
import { newHome } from './storage-support';

/** What may stand where a file is expected, and would be read for ever or without end. */
const KINDS = {
  'a pipe': async (path: string) => void execFileSync('mkfifo', [path]),
  'a device': (path: string) => symlink('/dev/zero', path),
  'a folder': (path: string) => mkdir(path).then(() => undefined),
  'a file of 5 GB': async (path: string) => {
    await writeFile(path, '');
    await truncate(path, 5 * 1024 ** 3);
  },
};

describe.skipIf(process.platform === 'win32').each(Object.entries(KINDS))('%s in the place of a file of the home', (_kind, put) => {
  it('is refused at once, with the path in the words', async () => {
    const path = join(await newHome(), 'own.json');
    await put(path);
    await expect(readOwnFile(path)).rejects.toThrow(path);
  });

  it('counts as settings, trust or an index that cannot be read, and nothing is written over', async () => {
    const home = await newHome();
    for (const name of ['config.json', 'trust.json', 'recent-folders.json', 'index.json', 'placeholder-key']) await put(join(home, name));
    const config = createConfigStore({ home });
    expect(await config.read()).toMatchObject({ config: configSchema.parse({}), diagnostics: [{ code: 'unreadable-settings' }] });
    await expect(config.change({ theme: 'dark' })).rejects.toMatchObject({ code: 'conflict' });
    const folders = createFolderStore({ home, clock: systemClock });
    expect([await folders.isTrusted(home), await folders.recent()]).toEqual([false, []]);
    await expect(folders.setTrusted(home, true)).rejects.toMatchObject({ code: 'read-only' });
    expect((await readIndex(join(home, 'index.json'))).size).toBe(0);
    const tag = createSecretTagger(home);
    expect(await tag('a secret')).toBe(await tag('a secret'));
  });
});

it('a file behind a link is read, whole', async () => {
  const home = await newHome();
  await writeFile(join(home, 'real.json'), '{"ä":1}');
  await symlink(join(home, 'real.json'), join(home, 'own.json'));
  expect(await readOwnText(join(home, 'own.json'))).toBe('{"ä":1}');
  await expect(readOwnText(join(home, 'own.json'), 3)).rejects.toThrow('at most 3');
});
