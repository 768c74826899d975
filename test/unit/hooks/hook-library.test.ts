import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';
import { createHookLibrary } from '../../../main/core/hooks/hook-library';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'vitrine-hook-library-'));
  for (const place of ['home', 'folder']) {
    await mkdir(join(base, place, '.claude'), { recursive: true });
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: `echo ${place}` }] }] };
    await writeFile(join(base, place, '.claude/settings.json'), JSON.stringify({ hooks }));
  }
});
afterAll(() => rm(base, { recursive: true, force: true }));

it('takes the hooks of the person away, and gives them back, when the choice to read their files changes', async () => {
  let reads = true;
  const library = createHookLibrary({
    files: createNodeFileSystem(),
    folder: join(base, 'folder'),
    home: join(base, 'home'),
    hash: (text) => text,
    isTrusted: async () => true,
    readsUserFiles: async () => reads,
  });
  const scopes = async () => (await library.refresh()).loaded.hooks.map(({ place }) => place.scope).toSorted();
  expect(await scopes()).toEqual(['project', 'user']);
  reads = false;
  expect(await scopes()).toEqual(['project']);
  reads = true;
  expect(await scopes()).toEqual(['project', 'user']);
});
