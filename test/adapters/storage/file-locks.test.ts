import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createFileLocks } from '../../../main/adapters/storage/file-locks';
import { bundleScript, startScript } from './child-process';

let base: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'file-locks-'));
  return () => rm(base, { recursive: true, force: true });
});

it('processes that grant rules in one file at once lose none', { timeout: 60_000 }, async () => {
  const script = await bundleScript(new URL('./grant-rules.ts', import.meta.url));
  await mkdir(join(base, '.claude'));
  const file = join(base, '.claude/settings.local.json');
  const children = ['a', 'b', 'c'].map((name) => startScript(script, [join(base, 'home'), file, name, '12']));
  await Promise.all(children.map(({ exited }) => exited));
  const { permissions } = JSON.parse(await readFile(file, 'utf8'));
  expect([...permissions.allow].sort()).toEqual(
    ['a', 'b', 'c'].flatMap((name) => Array.from({ length: 12 }, (_, number) => `Bash(${name} ${number})`)).sort(),
  );
});

it('a change that fails leaves no lock, and files do not wait for each other', async () => {
  const lock = createFileLocks(base);
  await expect(lock('/a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await readdir(join(base, 'locks'))).toEqual([]);
  expect(await lock('/a', () => lock('/b', async () => 'both'))).toBe('both');
});
