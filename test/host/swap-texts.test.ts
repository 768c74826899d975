import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../main/adapters/files/node-file-system';
import { writeAllowRule } from '../../main/core/permission/grant-rule';
import { KeyedQueue } from '../../main/core/kernel/keyed-queue';
import { swapTexts } from '../../main/host/permissions/swap-texts';

const disk = createNodeFileSystem();
let folder: string;
let queue: KeyedQueue;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swap-'));
  queue = new KeyedQueue();
});
afterEach(() => rmSync(folder, { recursive: true }));
const path = (name: string) => join(folder, name);

it('writes all files or none: what was written is put back where a later one cannot be', async () => {
  writeFileSync(path('a.json'), 'old');
  writeFileSync(path('file'), '');
  const files = new Map([
    [path('a.json'), { before: 'old', after: 'new' }],
    [path('made.json'), { before: undefined, after: 'new' }],
    [path('file/below.json'), { before: undefined, after: 'new' }],
  ]);
  await expect(swapTexts(disk, queue, files, 'after')).rejects.toThrow();
  expect(readFileSync(path('a.json'), 'utf8')).toBe('old');
  expect(existsSync(path('made.json'))).toBe(false);
  files.delete(path('file/below.json'));
  await swapTexts(disk, queue, files, 'after');
  expect(readFileSync(path('made.json'), 'utf8')).toBe('new');
  await swapTexts(disk, queue, files, 'before');
  expect(readFileSync(path('a.json'), 'utf8')).toBe('old');
  expect(existsSync(path('made.json'))).toBe(false);
});

it('writes nothing where one file is not what the change starts from', async () => {
  writeFileSync(path('a.json'), 'old');
  writeFileSync(path('b.json'), 'other');
  const files = new Map([
    [path('a.json'), { before: 'old', after: 'new' }],
    [path('b.json'), { before: 'old', after: 'new' }],
  ]);
  await expect(swapTexts(disk, queue, files, 'after')).rejects.toMatchObject({ code: 'conflict' });
  expect(readFileSync(path('a.json'), 'utf8')).toBe('old');
});

it('loses no rule that is granted meanwhile: the change goes first, or says that it came too late', async () => {
  const file = path('settings.local.json');
  const files = new Map([[file, { before: undefined, after: '{"permissions":{"allow":["Bash(ls)"]}}' }]]);
  await Promise.all([
    swapTexts(disk, queue, files, 'after'),
    ...['Bash(a)', 'Bash(b)'].map((rule) => queue.run(file, () => writeAllowRule(disk, file, rule))),
  ]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ permissions: { allow: ['Bash(ls)', 'Bash(a)', 'Bash(b)'] } });
  await expect(swapTexts(disk, queue, files, 'before')).rejects.toMatchObject({ code: 'conflict' });
});
