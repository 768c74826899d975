import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ripgrepPath, unpackedPath } from '../../../main/adapters/files/ripgrep-path';
import { createRipgrepSearch } from '../../../main/adapters/files/ripgrep-search';
import { createSearchStart } from '../../../main/adapters/files/search-thread';
import { WorkerThread } from '../../../main/adapters/threads/worker-thread';
import { bundleForNode, root } from '../../support/bundle-for-node.mjs';

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

  it.skipIf(process.platform === 'win32')(
    'finds what stands in files with line feeds in their names, in each form, and hides them by their whole name',
    async () => {
      const place = realpathSync(mkdtempSync(join(tmpdir(), 'odd-')));
      const names = ['a\nb.txt', 'c\n\n--\nd.txt', 'plain.txt', '\ne'].map((name) => join(place, name));
      for (const name of names) writeFileSync(name, 'before\nneedle\nafter\n');
      writeFileSync(join(place, 'bin\nary'), 'needle \0');
      const request = { pattern: 'needle', path: place, ignoreCase: false, onlyMatching: false, multiline: false, lineNumbers: true };
      const grep = async (more: { mode: 'content' | 'count'; before?: number; hides?: (path: string) => boolean }) =>
        (await search.grep({ ...request, ...more }, 100, 0, none)).lines.filter((line) => !line.includes('binary file matches')).sort();
      expect(await grep({ mode: 'content' })).toEqual(names.map((name) => `${name}:2:needle`).sort());
      expect(await grep({ mode: 'content', before: 1 })).toEqual(
        [...names.flatMap((name) => [`${name}-1-before`, `${name}:2:needle`]), '--', '--', '--'].sort(),
      );
      expect(await grep({ mode: 'count' })).toEqual(expect.arrayContaining(names.map((name) => `${name}:1`)));
      const hides = (path: string) => path === names[1];
      expect(await grep({ mode: 'content', hides })).toEqual(
        names
          .filter((name) => !hides(name))
          .map((name) => `${name}:2:needle`)
          .sort(),
      );
    },
  );

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

  it('is handed to a thread where many begin within a second', async () => {
    const worker = join(folder, '..', `${basename(folder)}-worker.cjs`);
    writeFileSync(
      worker,
      `const { parentPort } = require('node:worker_threads');
       parentPort.on('message', ({ id }) => parentPort.postMessage({ id, answer: { text: 'of the thread', end: { code: 0, errors: '' } } }));`,
    );
    let now = 0;
    const start = createSearchStart(worker, () => now);
    const begun = (ms: number) => {
      now = ms;
      return start({ words: [process.execPath, '-p', '"here"'], cwd: folder }).next();
    };
    const calm = await Promise.all(Array.from({ length: 15 }, (_, index) => begun(index * 100)));
    expect(new Set(calm.map(({ text }) => text))).toEqual(new Set(['here\n']));
    const crowded = await Promise.all(Array.from({ length: 15 }, (_, index) => begun(5000 + index)));
    expect(crowded.map(({ text }) => text)).toEqual([...Array(10).fill('here\n'), ...Array(5).fill('of the thread')]);
  });

  it('finds the same in a thread, stops there too, and says there what is wrong with a pattern', async () => {
    const out = mkdtempSync(join(tmpdir(), 'search-worker-'));
    await bundleForNode(out, { search: join(root, 'main/adapters/files/search.worker.ts') });
    const thread = vi.spyOn(WorkerThread.prototype, 'ask');
    onTestFinished(() => thread.mockRestore());
    const handing = createRipgrepSearch({ rgPath: ripgrepPath(), start: createSearchStart(join(out, 'search.cjs'), () => 0) });
    const inTurn = await Promise.all(Array.from({ length: 15 }, () => handing.listFiles(join(folder, 'many/7'), 100, none)));
    for (const { paths, truncated } of inTurn) expect([paths.length, truncated]).toEqual([50, false]);
    expect(thread).toHaveBeenCalled();

    expect(await handing.listFiles(folder, 5, none)).toMatchObject({ truncated: true, paths: { length: 5 } });
    expect((await handing.listFiles(folder, 10_000, none)).paths.length).toBe(2502);
    const options = {
      path: folder,
      mode: 'content' as const,
      lineNumbers: false,
      ignoreCase: false,
      onlyMatching: false,
      multiline: false,
    };
    const aborting = new AbortController();
    const searched = handing.grep({ ...options, pattern: 'needle' }, 10_000, 0, aborting.signal);
    aborting.abort();
    expect((await searched).truncated).toBe(true);
    await expect(handing.grep({ ...options, pattern: '(' }, 10, 0, none)).rejects.toThrow('regex parse error');
  });
});
