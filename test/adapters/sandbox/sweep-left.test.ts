import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { TEMP_PREFIX } from '../../../main/adapters/sandbox/leases';
import { createOwnFiles, OWNER_FILE } from '../../../main/adapters/sandbox/own-files';
import { sweepLeftFolders } from '../../../main/adapters/sandbox/sweep-left';

function folderOf(owner: unknown): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), TEMP_PREFIX));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 's1'));
  if (owner !== undefined) writeFileSync(join(folder, OWNER_FILE), JSON.stringify(owner));
  return folder;
}

it.runIf(process.platform !== 'win32')('takes away the folders of processes that are gone, and no others', async () => {
  const own = createOwnFiles();
  await own.prepare();
  const dead = folderOf({ pid: process.pid, host: hostname(), start: 'another beginning' });
  const folders = [own.folder(), folderOf(undefined), folderOf({ pid: 1, host: 'another machine' }), dead];
  await sweepLeftFolders();
  expect(folders.map((folder) => existsSync(folder))).toEqual([true, true, true, false]);
  own.remove();
  expect(existsSync(folders[0] ?? '')).toBe(false);
});
