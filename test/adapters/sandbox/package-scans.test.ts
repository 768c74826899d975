import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPackageScans } from '../../../main/adapters/sandbox/package-scans';

/** A folder that was changed a moment ago is listed again in any case. */
const SETTLED_MS = 80;

let root: string;
const isGuarded = (path: string) => /\/(?:\.env|[^/]*\.key)$/.test(path);
const put = (name: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), 'x');
};

beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), 'packages-')), 'node_modules');
});
afterEach(() => rmSync(dirname(root), { recursive: true, force: true }));

describe.each([
  ['few packages', 3],
  ['more packages than are looked at again', 1_600],
])('secrets in %s', (_name, count) => {
  beforeEach(async () => {
    for (let at = 0; at < count; at += 1) put(`p${at}/index.js`);
    put('@scope/one/index.js');
    await setTimeout(SETTLED_MS);
  });

  it('are seen before the next command when their package came after the last', async () => {
    const scans = createPackageScans();
    const seen = async () => (await scans.get([root], isGuarded)).guarded.map((path) => path.slice(root.length + 1)).sort();
    expect(await seen()).toEqual([]);
    put('fresh/deep/.env');
    put('fresh/test/server.key');
    expect(await seen()).toEqual(['fresh/deep/.env']);
    await setTimeout(SETTLED_MS);
    expect(await seen()).toEqual(['fresh/deep/.env']);
    rmSync(join(root, 'fresh'), { recursive: true });
    expect(await seen()).toEqual([]);
  });
});

it('secrets that come into a package that is there, and into packages of packages, are seen before the next command', async () => {
  const scans = createPackageScans();
  const seen = async () => (await scans.get([root], isGuarded)).guarded.map((path) => path.slice(root.length + 1)).sort();
  put('one/lib/index.js');
  put('one/node_modules/inner/index.js');
  await setTimeout(SETTLED_MS);
  expect(await seen()).toEqual([]);
  put('one/lib/.env');
  put('one/node_modules/inner/.env');
  expect(await seen()).toEqual(['one/lib/.env', 'one/node_modules/inner/.env']);
});

it('each list of what is guarded is looked up for itself', async () => {
  const scans = createPackageScans();
  put('one/.env');
  expect((await scans.get([root], isGuarded)).guarded).toHaveLength(1);
  expect((await scans.get([root], () => false)).guarded).toEqual([]);
  expect((await scans.get([root], isGuarded)).guarded).toHaveLength(1);
});
