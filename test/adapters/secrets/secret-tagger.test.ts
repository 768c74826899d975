import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSecretTagger } from '../../../main/adapters/secrets/secret-tagger';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tagger-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

it('gives the same digits for the same text, in every process of a home that begins at once', async () => {
  const tags = await Promise.all(Array.from({ length: 8 }, () => createSecretTagger(home)('s 1')));
  expect(new Set(tags).size).toBe(1);
  expect(tags[0]).toMatch(/^[0-9a-f]{8}$/);
  expect(await createSecretTagger(home)('s 2')).not.toBe(tags[0]);
  expect(await readdir(home)).toEqual(['placeholder-key']);
  expect((await stat(join(home, 'placeholder-key'))).mode & 0o777).toBe(0o600);
});

it('gives other digits in another home, and goes on without a disk', async () => {
  const other = await mkdtemp(join(tmpdir(), 'tagger-'));
  expect(await createSecretTagger(other)('s')).not.toBe(await createSecretTagger(home)('s'));
  await rm(other, { recursive: true });
  await writeFile(join(home, 'file'), '');
  const tag = createSecretTagger(join(home, 'file'));
  expect(await tag('s')).toBe(await tag('s'));
});

it('makes a new key where the file holds none', async () => {
  await writeFile(join(home, 'placeholder-key'), 'short');
  const tag = await createSecretTagger(home)('s');
  expect(await createSecretTagger(home)('s')).toBe(tag);
});
