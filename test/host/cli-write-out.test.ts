import { chmod, mkdtemp, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codedFailure } from '../../main/cli/coded-failure';
import { UsageError } from '../../main/cli/usage-error';
import { writeOut } from '../../main/cli/write-out';
import { CodedError } from '../../shared/model/failure';
import { mountSmall } from '../support/small-disk';

describe('a file that a command writes', () => {
  it('is made with its mode, or written over', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'out-')), 'out.txt');
    await writeOut(path, 'a longer text', 0o600);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await chmod(path, 0o666);
    await writeOut(path, 'short', 0o600);
    expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual(['short', 0o666]);
    await expect(writeOut(join(path, 'below'), 'x')).rejects.toMatchObject({ code: 'write-failed' });
  });

  it.skipIf(process.platform === 'win32')('stays the link or the device that it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'out-'));
    await writeFile(join(folder, 'there.txt'), 'before');
    await symlink('there.txt', join(folder, 'link.txt'));
    await writeOut(join(folder, 'link.txt'), 'after');
    expect([await readlink(join(folder, 'link.txt')), await readFile(join(folder, 'there.txt'), 'utf8')]).toEqual(['there.txt', 'after']);
    await writeOut('/dev/null', 'nothing');
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });

  it('is not left cut on a full disk, where one that was there before stays as it was', async (context) => {
    const folder = join(await mkdtemp(join(tmpdir(), 'out-')), 'small');
    if (!(await mountSmall(folder))) context.skip('mounting a small filesystem is not allowed here');
    const [made, kept] = [join(folder, 'made.txt'), join(folder, 'kept.txt')];
    await writeFile(kept, 'before');
    const text = 'x'.repeat(2_000_000);
    await expect(writeOut(made, text)).rejects.toMatchObject({ code: 'write-failed', message: expect.stringContaining(made) });
    await expect(writeOut(kept, text)).rejects.toMatchObject({ code: 'write-failed' });
    expect([await readdir(folder), await readFile(kept, 'utf8')]).toEqual([['kept.txt'], 'before']);
  });
});

it('every failure of a command has a code of the closed list, but for its wrong use', () => {
  const refused = (code: string) => Object.assign(new Error(`${code}: no`), { code, syscall: 'write' });
  const coded = new CodedError('conflict', 'held');
  expect(codedFailure(coded)).toBe(coded);
  expect([refused('ENOSPC'), refused('EACCES'), new TypeError('a fault')].map((error) => codedFailure(error)?.code)).toEqual([
    'write-failed',
    'unavailable',
    'internal',
  ]);
  expect([new UsageError('no'), new CodedError('bad-request', 'no')].map(codedFailure)).toEqual([undefined, undefined]);
});
