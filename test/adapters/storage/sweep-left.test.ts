import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { EXPORT_PREFIX } from '../../../main/adapters/hooks/export-file';
import { INPUT_PREFIX } from '../../../main/adapters/hooks/input-file';
import { TEMP_PREFIX } from '../../../main/adapters/sandbox/leases';
import { createOwnFiles } from '../../../main/adapters/sandbox/own-files';
import { sweepLeftFolders } from '../../../main/adapters/storage/sweep-left';
import { PIPES_PREFIX } from '../../../main/adapters/shell/output-pipes';
import { makeOwnFolder, OWNER_FILE } from '../../../main/adapters/storage/own-folder';

const LEFT = { owned: [TEMP_PREFIX, EXPORT_PREFIX], passing: [INPUT_PREFIX, PIPES_PREFIX] };

function folderOf(owner: unknown, prefix = TEMP_PREFIX): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), prefix));
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
  await sweepLeftFolders(LEFT);
  expect(folders.map((folder) => existsSync(folder))).toEqual([true, true, true, false]);
  own.remove();
  expect(existsSync(folders[0] ?? '')).toBe(false);
});

it.runIf(process.platform !== 'win32')(
  'takes away what killed hooks left to export, and what was only to be there for a moment',
  async () => {
    const gone = { pid: process.pid, host: hostname(), start: 'another beginning' };
    const old = folderOf(undefined, INPUT_PREFIX);
    utimesSync(old, 0, 0);
    const live = await makeOwnFolder(EXPORT_PREFIX);
    onTestFinished(() => rmSync(live, { recursive: true, force: true }));
    const folders = [live, folderOf(undefined, PIPES_PREFIX), folderOf(undefined, EXPORT_PREFIX), folderOf(gone, EXPORT_PREFIX), old];
    await sweepLeftFolders(LEFT);
    expect(folders.map((folder) => existsSync(folder))).toEqual([true, true, true, false, false]);
  },
);

it.runIf(process.platform !== 'win32')('is not kept from what is left by however many folders that say nothing', async () => {
  const prefix = 'vitrine-sweep-test-';
  for (let made = 0; made < 250; made += 1) folderOf(undefined, prefix);
  const gone = { pid: process.pid, host: hostname(), start: 'another beginning' };
  const dead = [folderOf(gone, prefix), folderOf(gone, prefix)];
  await sweepLeftFolders({ owned: [prefix], passing: [] });
  expect(dead.map((folder) => existsSync(folder))).toEqual([false, false]);
});
