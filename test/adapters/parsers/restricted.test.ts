import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ripgrepPath } from '../../../main/adapters/files/ripgrep-path';
import { createRipgrepSearch } from '../../../main/adapters/files/ripgrep-search';
import { findLocked, findRestricted } from '../../../main/core/permission/find-restricted';
import { rule, ruleSet } from '../../unit/permission/support';

const search = createRipgrepSearch({ rgPath: ripgrepPath() });
let home: string;
let folder: string;

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'restricted-')));
  folder = join(home, 'shop');
  for (const path of ['private/k', 'private/deep/k', 'src/private/k', 'src/a.key', 'notes.txt', 'src/notes.txt', 'src/a.ts', '.hidden/x']) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), 'X\n');
  }
});
afterAll(() => rm(home, { recursive: true }));

it.each([
  ['private/**', ['private/deep/k', 'private/k', 'src/private/k']],
  ['private', ['private/deep/k', 'private/k', 'src/private/k']],
  ['private/', ['private/deep/k', 'private/k', 'src/private/k']],
  ['./private/**', ['private/deep/k', 'private/k', 'src/private/k']],
  ['private/*', ['private/deep/k', 'private/k']],
  ['*.key', ['src/a.key']],
  ['src/**/*.key', ['src/a.key']],
  ['notes.txt', ['notes.txt', 'src/notes.txt']],
  ['**/.hidden/**', ['.hidden/x']],
  ['~/shop/private/**', ['private/deep/k', 'private/k']],
  ['~/other/**', []],
  ['//**/*.key', ['src/a.key']],
  ['~/**/notes.txt', ['notes.txt', 'src/notes.txt']],
])('the files that Read(%s) keeps from being read are found', async (pattern, expected) => {
  for (const verdict of ['deny', 'ask']) {
    const lines = [`${verdict} Read(${pattern})`];
    const own = lines.map((line) => ({ ...rule(line), sourceBase: folder }));
    const found = await findRestricted(search, own, ruleSet(lines, { folder, home }));
    expect(found.map((path) => path.slice(folder.length + 1)).sort()).toEqual(expected);
  }
});

it('a rule that allows keeps nothing, and one for an absolute path what lies there', async () => {
  const find = (line: string) => findRestricted(search, [rule(line)], ruleSet([line], { folder, home }));
  expect(await find('allow Read(private/**)')).toEqual([]);
  expect(await find(`deny Read(/${folder}/src/private/**)`)).toEqual([join(folder, 'src/private/k')]);
});

it.each([
  ['deny Edit(private/**)', ['private', 'src/private']],
  ['deny Edit(private/k)', ['private/k']],
  ['deny Edit(**/k)', ['private/deep/k', 'private/k', 'src/private/k']],
  ['deny Edit(*.key)', ['src/a.key']],
  ['deny Edit(src/*)', ['src']],
  ['ask Edit(private/**)', []],
  ['deny Read(private/**)', []],
])('what %s keeps from being edited is found, folders as a whole', async (line, expected) => {
  const found = await findLocked(search, [{ ...rule(line), sourceBase: folder }], ruleSet([line], { folder, home }));
  expect(found.complete).toBe(true);
  expect(found.paths.map((path) => path.slice(folder.length + 1)).sort()).toEqual(expected);
});

it('more than can be kept one by one are not all named', async () => {
  const names = Array.from({ length: 101 }, (_, at) => join(folder, `a${at}.lock`));
  const lines = ['deny Edit(*.lock)'];
  const found = await findLocked(
    { findNames: async () => names },
    lines.map((line) => rule(line)),
    ruleSet(lines, { folder, home }),
  );
  expect([found.paths.length, found.complete]).toEqual([100, false]);
});
