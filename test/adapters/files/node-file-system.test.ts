import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';

const files = createNodeFileSystem();
const bytes = (text: string) => new TextEncoder().encode(text);
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'files-')));
});

describe('files', () => {
  it('are replaced as a whole, with their mode, through a final link, with missing folders', async () => {
    const path = join(folder, 'a');
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    const inode = statSync(path).ino;
    symlinkSync('a', join(folder, 'link'));
    symlinkSync('not/yet', join(folder, 'dangling'));
    for (const [name, text] of [
      ['link', 'new'],
      ['dangling', 'made'],
    ] as const)
      await files.writeFile(await files.realpath(join(folder, name)), bytes(text));
    await files.writeFile(join(folder, 'x/y/z'), bytes('deep'));
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777, statSync(path).ino === inode]).toEqual(['new', 0o640, false]);
    expect([readFileSync(join(folder, 'not/yet'), 'utf8'), readFileSync(join(folder, 'x/y/z'), 'utf8')]).toEqual(['made', 'deep']);
    expect(readdirSync(folder).sort()).toEqual(['a', 'dangling', 'link', 'not', 'x']);
  });

  it('are read in ranges', async () => {
    writeFileSync(join(folder, 'a'), '0123456789');
    const read = async (offset: number, length: number) =>
      new TextDecoder().decode(await files.readRange(join(folder, 'a'), offset, length));
    expect([await read(2, 3), await read(8, 10), await read(20, 5)]).toEqual(['234', '89', '']);
  });

  it('have their errors by code', async () => {
    mkdirSync(join(folder, 'd'));
    writeFileSync(join(folder, 'f'), '');
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    const codes = await Promise.all(
      [
        files.readFile(join(folder, 'none')),
        files.readFile(join(folder, 'd')),
        files.readFile(join(folder, 'fifo')),
        files.readFile(join(folder, 'f/x')),
        files.writeFile(join(folder, 'd'), bytes('')),
        files.list(join(folder, 'f')),
        files.remove(join(folder, 'none')),
        files.writeFile('/proc/none/deep/file', bytes('')),
      ].map((work) =>
        work.then(
          () => 'fine',
          (error) => `${error.name} ${error.code}`,
        ),
      ),
    );
    expect(codes.slice(0, 7)).toEqual(
      ['not-found', 'is-directory', 'failed', 'not-a-directory', 'is-directory', 'not-a-directory', 'not-found'].map(
        (code) => `FileError ${code}`,
      ),
    );
    expect(codes[7]).toMatch(/^FileError/);
  });

  it('keep what was there when the disk is full, and say so', async (context) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      context.skip('mounting a small filesystem is not allowed here');
    }
    try {
      await files.writeFile(join(disk, 'a'), bytes('old'));
      await expect(files.writeFile(join(disk, 'a'), new Uint8Array(1_000_000))).rejects.toMatchObject({
        name: 'FileError',
        code: 'no-space',
      });
      expect([readFileSync(join(disk, 'a'), 'utf8'), readdirSync(disk)]).toEqual(['old', ['a']]);
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });

  it('are described, listed and resolved', async () => {
    writeFileSync(join(folder, 'f'), 'abc');
    mkdirSync(join(folder, 'd'));
    symlinkSync('d', join(folder, 'l'));
    expect(await files.stat(join(folder, 'f'))).toMatchObject({ kind: 'file', size: 3 });
    expect([await files.stat(join(folder, 'none')), await files.stat(join(folder, 'f/x'))]).toEqual([undefined, undefined]);
    expect((await files.list(folder)).sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'd', kind: 'directory' },
      { name: 'f', kind: 'file' },
      { name: 'l', kind: 'link' },
    ]);
    expect(await files.realpath(join(folder, 'l/x/y'))).toBe(join(folder, 'd/x/y'));
    symlinkSync('l/target', join(folder, 'm'));
    expect(await files.realpath(join(folder, 'm'))).toBe(join(folder, 'd/target'));
    symlinkSync('loop', join(folder, 'loop'));
    await expect(files.realpath(join(folder, 'loop'))).rejects.toMatchObject({ code: 'failed' });
  });
});
