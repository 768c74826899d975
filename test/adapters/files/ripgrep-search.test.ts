import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ripgrepPath, unpackedPath } from '../../../main/adapters/files/ripgrep-path';
import { createRipgrepSearch } from '../../../main/adapters/files/ripgrep-search';

const search = createRipgrepSearch({ rgPath: ripgrepPath() });
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'search-')));
const none = new AbortController().signal;

beforeAll(() => {
  for (let at = 0; at < 2500; at += 1) {
    const path = join(folder, `many/${at % 50}/f${at}.txt`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `needle ${at}\n`);
    utimesSync(path, 1_000_000 + at, 1_000_000 + at);
  }
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules/x.txt'), 'needle');
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  writeFileSync(join(folder, 'odd\nname.txt'), 'x');
});

describe('searching', () => {
  it('uses the program that is bundled, outside of an archive', () => {
    expect(execFileSync(ripgrepPath(), ['--version'], { encoding: 'utf8' })).toMatch(/^ripgrep \d/);
    expect(unpackedPath('/opt/v/resources/app.asar/node_modules/x/bin/rg')).toBe(
      '/opt/v/resources/app.asar.unpacked/node_modules/x/bin/rg',
    );
  });

  it('gives the newest paths first, few or many', async () => {
    const few = await search.glob('many/7/*.txt', folder, 3, none);
    expect(few).toEqual({ paths: [2457, 2407, 2357].map((at) => join(folder, `many/7/f${at}.txt`)), truncated: true });
    const many = await search.glob('many/**', folder, 2, none);
    expect(many).toEqual({ paths: [2499, 2498].map((at) => join(folder, `many/${at % 50}/f${at}.txt`)), truncated: true });
    expect(await search.glob('odd*', folder, 5, none)).toEqual({ paths: [join(folder, 'odd\nname.txt')], truncated: false });
  });

  it('stops at the limit and pages in a stable order', async () => {
    const request = {
      pattern: 'needle',
      path: folder,
      mode: 'files_with_matches' as const,
      lineNumbers: false,
      ignoreCase: false,
      onlyMatching: false,
      multiline: false,
    };
    const first = await search.grep(request, 10, 0, none);
    const second = await search.grep(request, 10, 10, none);
    const both = await search.grep(request, 20, 0, none);
    expect([...first.lines, ...second.lines]).toEqual(both.lines);
    expect([first.truncated, both.lines.length]).toEqual([true, 20]);
    expect((await search.grep(request, 5000, 0, none)).lines.length).toBe(2500);
  });

  it('lists files without what is ignored, and stops when it is aborted', async () => {
    const listed = await search.listFiles(folder, 10_000, none);
    expect([listed.truncated, listed.paths.length, listed.paths.some((path) => path.includes('node_modules'))]).toEqual([
      false,
      2502,
      false,
    ]);
    expect(await search.listFiles(folder, 5, none)).toMatchObject({ truncated: true, paths: { length: 5 } });
    expect((await search.listFiles(folder, 10_000, AbortSignal.abort())).truncated).toBe(true);
  });
});
