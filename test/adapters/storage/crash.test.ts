import { appendFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderSlug, projectsFolder, sessionPaths } from '../../../main/adapters/storage/session-paths';
import { findSession } from '../../../main/cli/find-session';
import { sampleSession, turnEnded, turnStarted } from '../../unit/sessions/sample-events';
import { bundleScript, startScript } from './child-process';
import { collect, newHome, newStore } from './storage-support';

const FOLDER = '/code/project';
const ROUNDS = 12;

function pathsOf(home: string, id: string) {
  return sessionPaths(join(projectsFolder(home), folderSlug(FOLDER)), id);
}

async function sampleOnDisk(home: string): Promise<string> {
  const log = await newStore(home).create(FOLDER);
  await log.append(...sampleSession(3, log.id));
  await log.close();
  return log.id;
}

describe('a session whose process is killed', () => {
  let script: string;
  beforeAll(async () => {
    script = await bundleScript(new URL('./append-forever.ts', import.meta.url));
  }, 60_000);

  it(`keeps every stored event, at ${ROUNDS} random moments, and goes on`, { retry: 0, timeout: 120_000 }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const home = await newHome();
      const child = startScript(script, [home, FOLDER]);
      const seen: string[] = [];
      const killAfter = 2 + Math.floor(Math.random() * 400);
      for await (const line of child.lines) {
        seen.push(line);
        if (seen.length === killAfter) {
          await sleep(Math.random() * 4);
          child.process.kill('SIGKILL');
        }
      }
      await child.exited;
      const [id = '', ...numbers] = seen;
      const confirmed = Number(numbers[numbers.length - 1] ?? 0);

      const log = await newStore(home).openForWriting(id);
      const events = await collect(log.read(0));
      const seqs = events.map((event) => event.seq);
      expect(seqs).toEqual(seqs.map((_, index) => index + 1));
      expect(seqs.length).toBeGreaterThanOrEqual(confirmed);
      const [next] = await log.append(turnEnded('after'));
      expect(next?.seq).toBe(seqs.length + 1);
      await log.close();
      const text = await readFile(pathsOf(home, id).log, 'utf8');
      expect(text.endsWith('\n')).toBe(true);
      expect(
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line).seq),
      ).toEqual([...seqs, seqs.length + 1]);
    }
  });
});

describe('a damaged log', () => {
  it('loses a torn tail before anything is appended, and says so', async () => {
    const home = await newHome();
    const id = await sampleOnDisk(home);
    const { log: path, folder } = pathsOf(home, id);
    const whole = await readFile(path, 'utf8');
    await appendFile(path, '{"v":1,"seq":26,"id":"evt_x","at":"20');

    const log = await newStore(home).openForWriting(id);
    await log.append(turnStarted('t9'));
    expect(log.state.recovered).toBe(1);
    await log.close();
    const text = await readFile(path, 'utf8');
    expect(text.startsWith(whole)).toBe(true);
    expect(
      text
        .slice(whole.length)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).type),
    ).toEqual(['recovered', 'turn/started']);
    expect(await readFile(join(folder, 'damaged-1.txt'), 'utf8')).toContain('"id":"evt_x"');
  });

  it('is neither forked nor found by its folder without its first record, which is said; it can still be read', async () => {
    const home = await newHome();
    const id = await sampleOnDisk(home);
    const { log: path } = pathsOf(home, id);
    const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, rest.join('\n'));
    const store = newStore(home);
    await expect(store.fork(id, 10)).rejects.toMatchObject({ code: 'read-only', message: expect.stringContaining('first record') });
    const reader = await store.openForReading(id);
    expect(reader.state.lastSeq).toBe(25);
    await reader.close();
    await expect(findSession(store, 'last', FOLDER)).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining(`of ${id} the first record is lost`),
    });
    await expect(findSession(newStore(await newHome()), 'last', FOLDER)).rejects.toMatchObject({
      message: `there is no session of ${FOLDER} yet`,
    });
  });

  it('keeps a last record that only lost its line end', async () => {
    const home = await newHome();
    const id = await sampleOnDisk(home);
    const { log: path } = pathsOf(home, id);
    const whole = await readFile(path);
    await truncate(path, whole.length - 1);
    const log = await newStore(home).openForWriting(id);
    expect(log.state).toMatchObject({ lastSeq: 25, recovered: 0 });
    await log.append(turnStarted('t9'));
    await log.close();
    expect((await readFile(path, 'utf8')).startsWith(whole.toString())).toBe(true);
  });

  it('is rewritten without what is damaged inside, which is kept aside', async () => {
    const home = await newHome();
    const id = await sampleOnDisk(home);
    const paths = pathsOf(home, id);
    const lines = (await readFile(paths.log, 'utf8')).trimEnd().split('\n');
    const damaged = [...lines.slice(0, 5), '\u0000'.repeat(512), `${lines[5]}${lines[6]}`, 'rubbish', ...lines.slice(7)];
    await writeFile(paths.log, `${damaged.join('\n')}\n`);

    const log = await newStore(home).openForWriting(id);
    expect(log.state).toMatchObject({ lastSeq: 26, recovered: 2 });
    expect((await collect(log.read(0))).map((event) => event.seq)).toEqual(Array.from({ length: 26 }, (_, index) => index + 1));
    await log.close();
    const repaired = (await readFile(paths.log, 'utf8')).trimEnd().split('\n');
    expect(repaired.slice(0, 25)).toEqual(lines);
    expect(await readFile(join(paths.folder, 'damaged-1.txt'), 'utf8')).toContain('rubbish');

    const again = await newStore(home).openForWriting(id);
    expect(again.state.recovered).toBe(2);
    await again.close();
    expect((await readdir(paths.folder)).filter((name) => name.startsWith('damaged'))).toEqual(['damaged-1.txt']);
  });

  it('starts the next part on its own line after a torn one, and tells a damaged part from a good one', async () => {
    const home = await newHome();
    const first = await newStore(home).create(FOLDER);
    await first.append(...sampleSession(1, first.id));
    const good = first.putPart('{"type":"text","text":"good"}');
    const bad = first.putPart('{"type":"text","text":"bad"}');
    await first.close();
    const { pack } = pathsOf(home, first.id);
    const bytes = await readFile(pack);
    bytes[bad.at + 20] = 0;
    await writeFile(pack, Buffer.concat([bytes, Buffer.from('{"type":"te')]));

    const log = await newStore(home).openForWriting(first.id);
    const next = log.putPart('{"type":"text","text":"bad"}');
    await log.append(turnStarted('t9'));
    expect(await log.readPart(good)).toContain('good');
    await expect(log.readPart(bad)).rejects.toMatchObject({ code: 'not-found' });
    expect(await log.readPart(next)).toContain('bad');
    await log.close();
    expect((await readFile(pack, 'utf8')).split('\n').at(-2)).toBe('{"type":"text","text":"bad"}');
  });

  it('keeps what no changed byte touches, wherever bytes change, and stays writable', { retry: 0 }, async () => {
    const home = await newHome();
    const id = await sampleOnDisk(home);
    const { log: path } = pathsOf(home, id);
    const whole = await readFile(path);
    const lines = whole.toString().trimEnd().split('\n');
    const change = fc.record({ at: fc.nat(whole.length - 1), byte: fc.integer({ min: 0, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), fc.nat(whole.length), async (changes, cut) => {
        const bytes = Buffer.from(whole.subarray(0, Math.max(cut, 1)));
        for (const { at, byte } of changes) if (at < bytes.length) bytes[at] = byte;
        const untouched = lines.filter((line) => bytes.includes(line));
        await writeFile(path, bytes);
        // A digit may make a record one of a newer version: then nothing is written.
        if (/^\{"v":(?!1,)\d/m.test(bytes.toString())) {
          const opened = await newStore(home)
            .openForWriting(id)
            .catch((error: { code?: string }) => error.code);
          if (opened === 'read-only') expect((await readFile(path)).equals(bytes)).toBe(true);
          if (typeof opened === 'object') await opened.close();
          return;
        }
        const log = await newStore(home).openForWriting(id);
        // Without its first event it is no session any more; its records are kept all the same.
        if (log.state.lastSeq > 0) await log.append(turnStarted('t9'));
        await log.close();
        const repaired = await readFile(path, 'utf8').catch(() => '');
        for (const line of untouched) expect(repaired).toContain(`${line}\n`);
        const seqs = repaired
          .split('\n')
          .filter(Boolean)
          .map((line) => Number(JSON.parse(line).seq));
        expect([...new Set(seqs)].sort((a, b) => a - b)).toEqual(seqs);
      }),
      { numRuns: 60, examples: [[[{ at: 5, byte: 50 }], 491]] },
    );
  });

  it('is never removed, not even when nothing of it can be read', async () => {
    const home = await newHome();
    const id = await sampleOnDisk(home);
    const { log: path, folder } = pathsOf(home, id);
    await writeFile(path, Buffer.alloc(300));
    const log = await newStore(home).openForWriting(id);
    await log.close();
    expect((await readdir(folder)).sort()).toEqual(['damaged-1.txt', 'log.jsonl', 'parts']);
    expect((await readFile(join(folder, 'damaged-1.txt'))).length).toBeGreaterThan(300);
  });

  it('is not written by a version that is older than it', async () => {
    const home = await newHome();
    const id = await sampleOnDisk(home);
    const { log: path } = pathsOf(home, id);
    const newer = '{"v":99,"seq":26,"id":"evt_n","at":"2030-01-01T00:00:00.000Z","type":"future/thing","what":{"deep":1}}\n';
    await appendFile(path, newer);
    await expect(newStore(home).openForWriting(id)).rejects.toMatchObject({ code: 'read-only' });
    const reader = await newStore(home).openForReading(id);
    expect(reader).toMatchObject({ newer: true, owner: undefined });
    expect((await collect(reader.read(25)))[0]).toMatchObject({ type: 'future/thing', what: { deep: 1 } });
    await reader.close();
    expect((await readFile(path, 'utf8')).endsWith(newer)).toBe(true);
  });

  it('keeps an event of an unknown type through a repair', async () => {
    const home = await newHome();
    const id = await sampleOnDisk(home);
    const { log: path } = pathsOf(home, id);
    const unknown = '{"v":1,"seq":26,"id":"evt_n","at":"2026-01-01T00:00:00.000Z","type":"plugin/thing","what":1}';
    await appendFile(path, `${unknown}\nrubbish\n`);
    const log = await newStore(home).openForWriting(id);
    await log.append(turnStarted('t9'));
    await log.close();
    expect(await readFile(path, 'utf8')).toContain(`${unknown}\n`);
  });
});
