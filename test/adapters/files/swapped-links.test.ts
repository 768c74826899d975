import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ripgrepPath } from '../../../main/adapters/files/ripgrep-path';
import { createRipgrepSearch } from '../../../main/adapters/files/ripgrep-search';
import { createNodeFileSystem } from '../../../main/adapters/files/node-file-system';

const READS = 1500;
const SEARCHES = 150;
/** Each waits for the disk. */
const WRITES = 240;
/** Swaps each path with the link beside it, in one step of the system, for as long as it lives. */
const SWAPPER = `
import ctypes, sys
swap = ctypes.CDLL(None).renameat2
pairs = [(path.encode(), (path + ".link").encode()) for path in sys.argv[1:]]
for path, link in pairs:
    if swap(-100, path, -100, link, 2) != 0: sys.exit("renameat2 failed")
print("going", flush=True)
while True:
    for path, link in pairs: swap(-100, path, -100, link, 2)
`;

const files = createNodeFileSystem();
const bytes = (text: string) => new TextEncoder().encode(text);
let root: string;
let swapper: ChildProcess | undefined;

const inside = (name: string) => join(root, 'project', name);
const outside = (name: string) => join(root, 'outside', name);

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'swapped-')));
  for (const name of ['project/d', 'outside']) mkdirSync(join(root, name), { recursive: true });
  for (const name of ['a.txt', 'd/a.txt']) writeFileSync(inside(name), 'inside');
  writeFileSync(outside('a.txt'), 'secret');
  symlinkSync(outside('a.txt'), inside('a.txt.link'));
  symlinkSync(join(root, 'outside'), inside('d.link'));
});
afterEach(async () => {
  if (swapper !== undefined) {
    swapper.kill('SIGKILL');
    await once(swapper, 'close');
  }
  swapper = undefined;
  rmSync(root, { recursive: true, force: true });
});

async function swap(...names: string[]): Promise<void> {
  swapper = spawn('python3', ['-c', SWAPPER, ...names.map(inside)], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (swapper.stdout !== null) await once(swapper.stdout, 'data');
}

/** What became of many tries, each outcome once. */
async function outcomes(tries: number, work: (round: number) => Promise<string>): Promise<Set<string>> {
  const seen = new Set<string>();
  for (let round = 0; round < tries; round += 1) seen.add(await work(round).catch((error) => error.code));
  return seen;
}

describe.runIf(process.platform === 'linux')('while a link is swapped into the place of a file or a folder', () => {
  it.each(['a.txt', 'd/a.txt'])('no byte of a file outside is read by %s', async (name) => {
    await swap(name.replace(/\/.*/, ''));
    const text = (read: Uint8Array) => new TextDecoder().decode(read);
    const seen = await outcomes(READS, async (round) =>
      text(await (round % 2 === 0 ? files.readFile(inside(name)) : files.readRange(inside(name), 0, 100))),
    );
    expect([...seen].filter((outcome) => !['inside', 'denied'].includes(outcome))).toEqual([]);
    expect([seen.has('inside'), seen.has('denied')]).toEqual([true, true]);
  });

  it.each([
    ['outside', 'd', 'outside'],
    ['into a guarded file', 'a.txt', 'project/.env'],
  ])('no search is led %s', async (_where, name, target) => {
    // Some hundred folders, so that a walk takes long enough to be led astray.
    for (let count = 0; count < 300; count += 1) mkdirSync(join(inside('d'), `n${count}`));
    writeFileSync(inside('.env'), 'secret');
    rmSync(inside(`${name}.link`));
    symlinkSync(join(root, target), inside(`${name}.link`));
    writeFileSync(outside('only-outside'), '');
    const search = createRipgrepSearch({ rgPath: ripgrepPath() });
    const request = {
      ...{ pattern: 'inside|secret', path: inside(''), mode: 'content' as const, lineNumbers: false, ignoreCase: false },
      ...{ onlyMatching: false, multiline: false, hides: (path: string) => path.endsWith('/.env') },
    };
    await swap(name);
    const seen = await outcomes(SEARCHES, async () => {
      const { lines } = await search.grep(request, 100, 0, new AbortController().signal);
      const listed = name === 'd' ? (await search.listFiles(inside(''), 1000, new AbortController().signal)).paths : [];
      return [...lines, ...listed].some((line) => line.includes('secret') || line.includes('only-outside'))
        ? 'led'
        : lines.length > 0
          ? 'found'
          : 'nothing';
    });
    expect([...seen].toSorted()).not.toContain('led');
    expect(seen.has('found')).toBe(true);
  });

  it('nothing is written or removed outside, neither files nor folders', async () => {
    await swap('d');
    const seen = await outcomes(WRITES, async (round) => {
      const path = inside(['d/a.txt', `d/new-${round}`, `d/folder-${round}/deep/file`][round % 3] ?? '');
      await files.writeFile(path, bytes('written'));
      if (round % 3 !== 0) await files.remove(path);
      return 'written';
    });
    expect(readdirSync(join(root, 'outside'))).toEqual(['a.txt']);
    expect(readFileSync(outside('a.txt'), 'utf8')).toBe('secret');
    expect(seen.has('written')).toBe(true);
  });

  it('a file is not written through the link that replaces it', async () => {
    await swap('a.txt');
    const seen = await outcomes(WRITES, async () => {
      await files.writeFile(inside('a.txt'), bytes('written'));
      return 'written';
    });
    expect(readFileSync(outside('a.txt'), 'utf8')).toBe('secret');
    expect([...seen].filter((outcome) => outcome !== 'written' && outcome !== 'denied')).toEqual([]);
  });
});

describe('a link that stands at a path', () => {
  it('is refused by what reads and writes, and only the link is removed', async () => {
    for (const name of ['a.txt.link', 'd.link/a.txt']) {
      await expect(files.readFile(inside(name))).rejects.toMatchObject({ name: 'FileError', code: 'denied' });
      await expect(files.readRange(inside(name), 0, 9)).rejects.toMatchObject({ code: 'denied' });
      await expect(files.writeFile(inside(name), bytes('x'))).rejects.toMatchObject({ name: 'FileError' });
    }
    await expect(files.remove(inside('d.link/a.txt'))).rejects.toMatchObject({ name: 'FileError' });
    await files.remove(inside('a.txt.link'));
    expect([readdirSync(join(root, 'project')).sort(), readFileSync(outside('a.txt'), 'utf8')]).toEqual([
      ['a.txt', 'd', 'd.link'],
      'secret',
    ]);
  });
});
