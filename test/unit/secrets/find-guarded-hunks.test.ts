import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findGuardedHunks } from '../../../main/core/secrets/find-guarded-hunks';
import { createSecretPaths } from '../../../main/core/secrets/secret-paths';

const SECRET = 'correct-horse-battery';
const secrets = createSecretPaths('/home/ann');
const isGuarded = (path: string) => secrets.find(`/home/ann/shop/${path}`) !== undefined;

let folder: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'commit.gpgsign=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
  });

function hide(text: string): string {
  return findGuardedHunks(text, isGuarded).reduceRight((left, { start, end }) => `${left.slice(0, start)}[hidden]${left.slice(end)}`, text);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hunks-'));
  mkdirSync(join(folder, 'a b'));
  const write = (value: string) => {
    writeFileSync(join(folder, '.env'), `A=1\n\nKEY=${SECRET}-${value}\n`);
    writeFileSync(join(folder, 'a b/.env.local'), `KEY=${SECRET}-${value}\n`);
    writeFileSync(join(folder, '.env.example'), `KEY=example-${value}\n`);
    writeFileSync(join(folder, 'shop.ts'), `export const shop = '${value}';\n`);
  };
  git('init', '-q');
  write('one');
  git('add', '.');
  git('commit', '-qm', 'first words');
  write('two');
  git('commit', '-qam', 'second words');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['diff', 'HEAD~1', 'HEAD'],
  ['diff', '--no-prefix', 'HEAD~1', 'HEAD'],
  ['diff', '--color=always', 'HEAD~1', 'HEAD'],
  ['diff', '--word-diff', 'HEAD~1', 'HEAD'],
  ['-c', 'diff.mnemonicPrefix=true', 'diff', 'HEAD~1'],
  ['-c', 'diff.suppressBlankEmpty=true', 'diff', 'HEAD~1', 'HEAD'],
  ['diff', '-U0', 'HEAD~1', 'HEAD'],
  ['show', 'HEAD'],
  ['log', '-p'],
  ['log', '-p', '--graph', '--all'],
  ['log', '-p', '-m', '--reverse'],
  ['format-patch', '--stdout', '--root', 'HEAD'],
])('git %s %s %s %s: shows nothing of guarded files that are tracked, and all of their neighbours', (...args) => {
  const output = git(...args);
  expect(output).toContain(SECRET);
  const hidden = hide(output);
  expect(hidden).not.toContain(SECRET);
  expect(hidden).toContain('[hidden]');
  for (const kept of ['shop.ts', 'export const shop =', '.env.example', 'example']) expect(hidden).toContain(kept);
  if (args.includes('log')) for (const message of ['first words', 'second words']) expect(hidden).toContain(message);
});

it('leaves a text as it is that shows no guarded file', () => {
  for (const args of [
    ['diff', 'HEAD~1', '--', 'shop.ts', '.env.example'],
    ['log', '--stat'],
    ['diff', '--name-only', 'HEAD~1'],
  ])
    expect(findGuardedHunks(git(...args), isGuarded)).toEqual([]);
  expect(findGuardedHunks('diff --git', isGuarded)).toEqual([]);
  expect(findGuardedHunks('diff --git a/.env b/.env', isGuarded)).toEqual([]);
});

it('hides up to the end of a text that was cut', () => {
  expect(hide(`diff --git a/.env b/.env\n@@ -1 +1 @@\n-KEY=${SECRET}`)).toBe('diff --git a/.env b/.env\n[hidden]');
});
