import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderSlug, projectsFolder, type SessionPaths, sessionPaths } from '../../../main/adapters/storage/session-paths';
import type { SessionReader } from '../../../main/core/sessions/session-store';
import { sampleSession, stored, toLines, turnEnded, turnStarted } from '../../unit/sessions/sample-events';
import { collect, newHome, newStore } from './storage-support';

const FOLDER = '/code/project';
const TURNS = 150;

async function longSession() {
  const home = await newHome();
  const log = await newStore(home).create(FOLDER);
  await log.append(...sampleSession(TURNS, log.id));
  await log.close();
  return { home, id: log.id, paths: sessionPaths(join(projectsFolder(home), folderSlug(FOLDER)), log.id), state: log.state };
}

/** Puts another title into a checkpoint, whose hashes stay right: whoever shows it has begun there. */
async function plant(paths: SessionPaths, title: string, header: Record<string, unknown> = {}) {
  const [head = '', body = ''] = (await readFile(paths.checkpoint, 'utf8')).split('\n');
  const kept = JSON.parse(body);
  const planted = JSON.stringify({ ...kept, state: { ...kept.state, title } });
  const sha256 = createHash('sha256').update(planted).digest('hex');
  await writeFile(paths.checkpoint, `${JSON.stringify({ ...JSON.parse(head), sha256, ...header })}\n${planted}\n`);
}

async function readOnce<T>(home: string, id: string, look: (reader: SessionReader) => T | Promise<T>, appVersion = '0.1.0'): Promise<T> {
  const reader = await newStore(home, { appVersion }).openForReading(id);
  try {
    return await look(reader);
  } finally {
    await reader.close();
  }
}

const titleOf = ({ state }: { state: { title: string } }) => state.title;

describe('the checkpoint of a long log', () => {
  it('is kept by the writer, and a reader begins there', async () => {
    const { home, id, paths } = await longSession();
    await plant(paths, 'planted');
    expect(await readOnce(home, id, titleOf)).toBe('planted');
  });

  it('gives what the log alone gives: state, events, items and calls', async () => {
    const { home, id, paths, state } = await longSession();
    const look = async (reader: SessionReader) => ({
      state: reader.state,
      events: await collect(reader.read(700)),
      items: await reader.readItems(state.items.map((item) => item.id)),
      call: await reader.readCall(`call_${TURNS}`),
    });
    const kept = await readOnce(home, id, look);
    await rm(paths.checkpoint);
    const folded = await readOnce(home, id, look);
    expect(kept).toEqual(folded);
    expect(kept.state).toEqual(state);
    expect(kept.items).toHaveLength(state.items.length);
    expect(kept.call?.ended?.stopReason).toBe('end_turn');
  });

  it('is begun at for writing as well, and what follows is read on', async () => {
    const { home, id, paths } = await longSession();
    await plant(paths, 'planted');
    const log = await newStore(home).openForWriting(id);
    const [event] = await log.append(turnStarted('more'), turnEnded('more'));
    expect(log.state.title).toBe('planted');
    expect((await collect(log.read((event?.seq ?? 0) - 1))).map(({ type }) => type)).toEqual(['turn/started', 'turn/ended']);
    await log.close();
    const seen = await readOnce(home, id, ({ state }) => ({ title: state.title, turn: state.turns.at(-1)?.turn }));
    expect(seen).toEqual({ title: 'planted', turn: 'more' });
  });

  it('that is absent is made again by who reads', async () => {
    const { home, id, paths, state } = await longSession();
    await rm(paths.checkpoint);
    expect(await readOnce(home, id, (reader) => reader.state)).toEqual(state);
    expect((await stat(paths.checkpoint)).mode & 0o777).toBe(0o600);
    await plant(paths, 'planted');
    expect(await readOnce(home, id, titleOf)).toBe('planted');
  });

  it('that is torn or damaged counts for nothing', async () => {
    const { home, id, paths, state } = await longSession();
    const whole = await readFile(paths.checkpoint);
    const flipped = Buffer.from(whole);
    flipped[whole.length - 100] = (flipped[whole.length - 100] ?? 0) ^ 1;
    for (const bytes of [
      Buffer.alloc(0),
      whole.subarray(0, 40),
      whole.subarray(0, whole.length >> 1),
      Buffer.alloc(whole.length),
      flipped,
    ]) {
      await writeFile(paths.checkpoint, bytes);
      expect(await readOnce(home, id, (reader) => reader.state)).toEqual(state);
      expect(await readFile(paths.checkpoint)).toEqual(whole);
    }
  });

  it('of a log that was changed since counts for nothing, and the damage is found', async () => {
    const { home, id, paths } = await longSession();
    await plant(paths, 'planted');
    const bytes = await readFile(paths.log);
    bytes.write('#', bytes.length >> 1);
    await writeFile(paths.log, bytes);
    expect(await readOnce(home, id, titleOf)).not.toBe('planted');
    const log = await newStore(home).openForWriting(id);
    expect(log.state).toMatchObject({ recovered: 1 });
    expect(log.state.title).not.toBe('planted');
    await log.close();
  });

  it('of a log that lost its end counts for nothing', async () => {
    const { home, id, paths } = await longSession();
    await plant(paths, 'planted');
    const lines = (await readFile(paths.log, 'utf8')).split('\n');
    await writeFile(paths.log, `${lines.slice(0, 20).join('\n')}\n`);
    expect(await readOnce(home, id, ({ state }) => [state.title === 'planted', state.lastSeq])).toEqual([false, 20]);
  });

  it('of another version, older or newer, counts for nothing and is replaced', async () => {
    const { home, id, paths, state } = await longSession();
    for (const header of [{ app: '0.0.9' }, { app: '9.0.0' }, { vitrineCheckpoint: 2 }]) {
      await plant(paths, 'planted', header);
      expect(await readOnce(home, id, titleOf)).toBe(state.title);
      expect(JSON.parse((await readFile(paths.checkpoint, 'utf8')).split('\n')[0] ?? '')).toMatchObject({
        vitrineCheckpoint: 1,
        app: '0.1.0',
      });
    }
  });

  it('hides no damage behind it: the repair keeps every whole record', async () => {
    const { home, id, paths, state } = await longSession();
    await appendFile(paths.log, 'rubbish\n');
    await appendFile(paths.log, toLines(stored([turnStarted('after')]).map((event) => ({ ...event, seq: state.lastSeq + 1 }))));
    const log = await newStore(home).openForWriting(id);
    expect(log.state).toMatchObject({ recovered: 1, lastSeq: state.lastSeq + 2 });
    expect(await collect(log.read(0))).toHaveLength(state.lastSeq + 2);
    expect(log.state.items).toEqual(state.items);
    await log.close();
  });
});

it('a damaged log, a newer one and a short one get no checkpoint', async () => {
  const { home, id, paths, state } = await longSession();
  const log = await readFile(paths.log, 'utf8');
  const newer = toLines(stored([turnStarted('new')]).map((event) => ({ ...event, v: 99, seq: state.lastSeq + 1 })));
  for (const text of [`${log}rubbish\n`, log + newer, log.slice(0, 100_000)]) {
    await rm(paths.checkpoint, { force: true });
    await writeFile(paths.log, text);
    await readOnce(home, id, () => undefined);
    expect(await readdir(paths.folder)).not.toContain('checkpoint.json');
  }
});

it('a session whose checkpoint cannot be written is read and written all the same', async () => {
  const { home, id, paths, state } = await longSession();
  await rm(paths.checkpoint);
  await mkdir(paths.checkpoint);
  expect(await readOnce(home, id, (reader) => reader.state)).toEqual(state);
  const log = await newStore(home).openForWriting(id);
  await log.append(turnStarted('more'));
  await log.close();
  expect(await readOnce(home, id, (reader) => reader.state.lastSeq)).toBe(state.lastSeq + 1);
});
