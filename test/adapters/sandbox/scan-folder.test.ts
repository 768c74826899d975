import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFolderScans } from '../../../main/adapters/sandbox/folder-scans';
import { readTree, summarise, updateTree } from '../../../main/adapters/sandbox/scan-folder';
import { createToolScans } from '../../../main/adapters/sandbox/tool-scans';

const isGuarded = (path: string) => basename(path) === '.env' || path.endsWith('.pem');

describe('a look through a folder', () => {
  let root: string;
  const secrets = (scan: { guarded: string[] }) => scan.guarded.map((path) => path.slice(root.length + 1)).sort();

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-scan-')));
    for (const folder of ['one', 'two', 'one/deep']) await mkdir(join(root, folder));
    for (const file of ['.env', 'one/deep/.env', 'two/.env', 'two/plain']) await writeFile(join(root, file), 'x');
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(root, { recursive: true, force: true });
  });

  it('finds what is guarded, and links that are named like it', async () => {
    await symlink('plain', join(root, 'two/link.pem'));
    await symlink('plain', join(root, 'two/link'));
    expect(secrets(summarise(await readTree(root, isGuarded)))).toEqual(['.env', 'one/deep/.env', 'two/.env', 'two/link.pem']);
  });

  it('goes on where a folder has become something else or is gone', async () => {
    const tree = await readTree(root, isGuarded);
    await rm(join(root, 'one'), { recursive: true });
    await writeFile(join(root, 'one'), 'a file');
    await rm(join(root, 'two'), { recursive: true });
    updateTree(tree, isGuarded);
    expect(secrets(summarise(tree))).toEqual(['.env']);
  });

  it.skipIf(process.getuid?.() === 0)('goes on where a folder may not be listed', async () => {
    const tree = await readTree(root, isGuarded);
    await chmod(join(root, 'one'), 0);
    updateTree(tree, isGuarded);
    await chmod(join(root, 'one'), 0o755);
    expect(secrets(summarise(tree))).toEqual(['.env', 'two/.env']);
  });

  it('keeps what it knew where the guard fails', async () => {
    const tree = await readTree(root, isGuarded);
    await writeFile(join(root, 'one/new'), 'x');
    expect(() =>
      updateTree(tree, () => {
        throw new Error('no rules');
      }),
    ).toThrow('no rules');
    expect(secrets(summarise(tree))).toEqual(['.env', 'one/deep/.env', 'two/.env']);
  });

  it('is as old as it is, whatever the clock of the machine says', async () => {
    for (let count = 0; count < 1_600; count += 1) await mkdir(join(root, `many-${count}`));
    const scans = createFolderScans();
    await scans.get(root, isGuarded);
    await writeFile(join(root, 'one/.env'), 'x');
    vi.spyOn(Date, 'now').mockReturnValue(0);
    const elapsed = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(elapsed + 11_000);
    expect(secrets(await scans.get(root, isGuarded))).toContain('one/.env');
  });

  it('finds secrets among tools, and leaves certificates and packages', async () => {
    await mkdir(join(root, 'go/pkg/mod'), { recursive: true });
    await writeFile(join(root, 'go/pkg/mod/.env'), 'x');
    await mkdir(join(root, 'lib/python3.12/test/certdata'), { recursive: true });
    await writeFile(join(root, 'lib/python3.12/test/certdata/keycert.pem'), '-----BEGIN PRIVATE KEY-----\n');
    await writeFile(join(root, 'lib/python3.12/own.pem'), '-----BEGIN PRIVATE KEY-----\n');
    await writeFile(join(root, 'two/roots.pem'), '-----BEGIN CERTIFICATE-----\nx\n');
    await writeFile(join(root, 'two/mine.pem'), '-----BEGIN CERTIFICATE-----\nx\n-----BEGIN PRIVATE KEY-----\n');
    expect(secrets(await createToolScans().get([root, join(root, '.env')], isGuarded))).toEqual([
      '.env',
      '.env',
      'lib/python3.12/own.pem',
      'one/deep/.env',
      'two/.env',
      'two/mine.pem',
    ]);
  });
});
