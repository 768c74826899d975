import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderSlug, projectsFolder, sessionPaths } from '../../../main/adapters/storage/session-paths';
import type { SessionStore } from '../../../main/core/sessions/session-store';
import { applyEvents, emptySession } from '../../../shared/reduce/session-reducer';
import {
  assistantText,
  created,
  sampleSession,
  stored,
  toLines,
  turnEnded,
  turnStarted,
  userText,
} from '../../unit/sessions/sample-events';
import { collect, newHome, newStore } from './storage-support';

const FOLDER = '/code/project';
const ALL = { archived: false, query: '', offset: 0, limit: 50 };

/** A finished session whose user and assistant said these texts. */
async function say(store: SessionStore, folder: string, ask: string, answer: string): Promise<string> {
  const log = await store.create(folder);
  await log.append({ ...created(log.id), folder });
  const asked = log.putPart(JSON.stringify({ type: 'text', text: ask }));
  const answered = log.putPart(JSON.stringify({ type: 'text', text: answer }));
  const typed = userText('i1', 't1', ask, asked);
  await log.append(
    turnStarted('t1'),
    typed.type === 'item/completed' && typed.item.kind === 'user-text'
      ? { ...typed, item: { ...typed.item, placed: [{ part: asked, segments: [] }] } }
      : typed,
  );
  await log.append(assistantText('i2', 't1', 'c1', answered), turnEnded('t1'));
  await log.close();
  return log.id;
}

describe('the list of sessions', () => {
  it('has the sessions of all folders or of one, newest first, in pages', async () => {
    const store = newStore(await newHome());
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.unshift(await say(store, index % 2 === 0 ? '/code/a' : '/code/b', `ask ${index}`, 'x'));
    const all = await store.list(ALL);
    expect(all.sessions.map((session) => session.id)).toEqual(ids);
    expect(all).toMatchObject({
      total: 5,
      sessions: [{ title: 'ask 4', folder: '/code/a', turns: 1, status: 'idle', recovered: false }, {}, {}, {}, {}],
    });
    expect((await store.list({ ...ALL, folder: '/code/b' })).sessions.map((session) => session.title)).toEqual(['ask 3', 'ask 1']);
    expect((await store.list({ ...ALL, offset: 3, limit: 2 })).sessions.map((session) => session.title)).toEqual(['ask 1', 'ask 0']);
    expect((await store.list({ ...ALL, query: 'ＡＳＫ 2' })).sessions.map((session) => session.title)).toEqual(['ask 2']);
    expect(await store.newest('/code/b')).toBe(ids[1]);
    expect(await store.newest('/code/none')).toBeUndefined();
  });

  it('tells folders apart whose directories have the same name', async () => {
    const store = newStore(await newHome());
    await say(store, '/code/a-b', 'dash', 'x');
    await say(store, '/code/a/b', 'slash', 'x');
    expect((await store.list({ ...ALL, folder: '/code/a/b' })).sessions.map((session) => session.title)).toEqual(['slash']);
  });

  it('shows a session that is open here as it is now, and archived ones only when asked', async () => {
    const home = await newHome();
    const store = newStore(home);
    const log = await store.create(FOLDER);
    await log.append(created(log.id), turnStarted('t1'), userText('i1', 't1', 'now'));
    expect((await store.list(ALL)).sessions).toMatchObject([{ title: 'now', status: 'running' }]);
    await log.append(turnEnded('t1'), { type: 'session/changed', archived: true });
    expect((await store.list(ALL)).total).toBe(0);
    expect((await store.list({ ...ALL, archived: true })).total).toBe(1);
    await log.close();
    expect((await newStore(home).list({ ...ALL, archived: true })).total).toBe(1);
  });

  it('follows a session that another process writes', async () => {
    const home = await newHome();
    const log = await newStore(home).create(FOLDER);
    const other = newStore(home);
    for (const events of [
      [created(log.id)],
      [turnStarted('t1')],
      [userText('i1', 't1', 'asked')],
      [turnEnded('t1')],
      [turnStarted('t2')],
      [{ type: 'session/changed' as const, title: 'named' }],
    ]) {
      await log.append(...events);
      const { title, status, turns, updatedAt } = log.state;
      expect((await other.list(ALL)).sessions).toMatchObject([{ title, status, turns: turns.length, updatedAt }]);
    }
    await log.close();
  });

  it('does not call a session running whose process is gone', async () => {
    const home = await newHome();
    const project = join(projectsFolder(home), folderSlug(FOLDER));
    const paths = sessionPaths(project, 's_gone');
    await mkdir(paths.parts, { recursive: true });
    await writeFile(paths.log, toLines(stored([created('s_gone'), turnStarted('t1')])));
    expect((await newStore(home).list(ALL)).sessions).toMatchObject([{ id: 's_gone', status: 'idle' }]);
  });

  it('is made again from the logs when the index is missing, damaged, or out of date', async () => {
    const home = await newHome();
    const id = await say(newStore(home), FOLDER, 'first', 'x');
    const index = join(projectsFolder(home), folderSlug(FOLDER), 'index.json');
    const expected = await newStore(home).list(ALL);
    expect(JSON.parse(await readFile(index, 'utf8')).sessions[id].summary.title).toBe('first');
    for (const text of ['', '{"version":', '{"version":1,"sessions":{"x":1}}', '{"version":99,"sessions":{}}']) {
      await writeFile(index, text);
      expect(await newStore(home).list(ALL)).toEqual(expected);
    }
    await rm(index);
    expect(await newStore(home).list(ALL)).toEqual(expected);
    const forged = JSON.parse(await readFile(index, 'utf8'));
    forged.sessions[id].size -= 1;
    forged.sessions[id].summary.title = 'old';
    await writeFile(index, JSON.stringify(forged));
    expect(await newStore(home).list(ALL)).toEqual(expected);
  });

  it('has a thousand sessions without reading their logs again', async () => {
    const home = await newHome();
    const project = join(projectsFolder(home), folderSlug(FOLDER));
    const text = toLines(stored(sampleSession(2)));
    for (let index = 0; index < 1000; index += 1) {
      const paths = sessionPaths(project, `s_${index}`);
      await mkdir(paths.folder, { recursive: true });
      await writeFile(paths.log, text.replaceAll('"s_1"', `"s_${index}"`));
    }
    expect((await newStore(home).list(ALL)).total).toBe(1000);
    // Same size and time, other content: only a list that trusts its index still has the old titles.
    const index = join(project, 'index.json');
    await writeFile(index, (await readFile(index, 'utf8')).replaceAll('request 1', 'indexed 1'));
    const again = await newStore(home).list({ ...ALL, query: 'indexed', limit: 20 });
    expect(again.total).toBe(1000);
    expect(again.sessions).toHaveLength(20);
  });
});

describe('a fork', () => {
  it('has the history up to the place, with valid parts, and none of what belongs to the old session alone', async () => {
    const home = await newHome();
    const store = newStore(home);
    const log = await store.create(FOLDER);
    await log.append(created(log.id));
    const part = log.putPart('{"type":"text","text":"kept"}');
    const blob = await log.saveBlob(Buffer.from('before'));
    await log.append(
      { type: 'session/changed', title: 'mine', addRules: ['Bash(ls)'], archived: true },
      turnStarted('t1'),
      userText('i1', 't1', 'one', part),
      { type: 'queue/added', entry: 'q1', input: { text: 'queued', images: [] } },
      turnEnded('t1'),
    );
    const seq = log.state.lastSeq;
    await log.append(turnStarted('t2'), userText('i2', 't2', 'two'));

    const id = await store.fork(log.id, seq);
    const fork = await store.openForWriting(id);
    expect(fork.state).toMatchObject({
      id,
      forkOf: log.id,
      title: 'mine',
      archived: false,
      rules: [],
      queue: [],
      status: 'idle',
      folder: FOLDER,
    });
    expect(fork.state.items.map((item) => item.id)).toEqual(['i1']);
    expect(await fork.readPart(part)).toContain('kept');
    expect(Buffer.from(await fork.readBlob(blob)).toString()).toBe('before');
    const events = await collect(fork.read(0));
    expect(events.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5]);
    expect(events[0]).toMatchObject({ session: id, forkOf: { session: log.id, seq } });
    expect(await store.newest(FOLDER)).toBe(id);
    await fork.append(turnStarted('t3'));
    await fork.close();
    expect(log.state.lastSeq).toBe(seq + 2);
    await log.close();
  });

  it('leaves nothing behind when there is nothing to copy', async () => {
    const store = newStore(await newHome());
    const id = await say(store, FOLDER, 'a', 'b');
    await expect(store.fork(id, 0)).rejects.toMatchObject({ code: 'bad-request' });
    await expect(store.fork('s_none', 3)).rejects.toMatchObject({ code: 'not-found' });
    expect((await store.list(ALL)).total).toBe(1);
  });
});

describe('search', () => {
  it('finds decoded texts, whatever their case and width, newest first, with what is around them', async () => {
    const store = newStore(await newHome());
    const older = await say(store, FOLDER, 'Please explain "quotes" and\nlines', 'An answer');
    const newer = await say(store, FOLDER, 'Something else', 'It is about LINES and ｶﾞｲﾄﾞ 😀');
    const signal = new AbortController().signal;
    const { hits, partial } = await store.search('lines', undefined, 10, signal);
    expect(partial).toBe(false);
    expect(hits).toMatchObject([
      { session: newer, item: 'i2', before: 'It is about ', match: 'LINES' },
      { session: older, item: 'i1', title: 'Please explain "quotes" and lines', match: 'lines', after: '' },
    ]);
    expect((await store.search('ガイド', FOLDER, 10, signal)).hits).toHaveLength(1);
    expect((await store.search('"quotes" and\nlines', FOLDER, 10, signal)).hits).toHaveLength(1);
    expect((await store.search('lines', '/elsewhere', 10, signal)).hits).toEqual([]);
  });

  it('stops at its limit and when it is cancelled', async () => {
    const store = newStore(await newHome());
    for (let index = 0; index < 4; index += 1) await say(store, FOLDER, `needle ${index}`, 'needle');
    const signal = new AbortController().signal;
    expect(await store.search('needle', undefined, 3, signal)).toMatchObject({ hits: { length: 3 }, partial: true });
    expect(await store.search('needle', undefined, 7, signal)).toMatchObject({ hits: { length: 7 }, partial: true });
    expect(await store.search('needle', undefined, 8, signal)).toMatchObject({ hits: { length: 8 }, partial: false });
    const controller = new AbortController();
    controller.abort();
    expect(await store.search('needle', undefined, 3, controller.signal)).toEqual({ hits: [], partial: true });
  });
});

it('opens a session of ten thousand events without reading a single part', async () => {
  const home = await newHome();
  const paths = sessionPaths(join(projectsFolder(home), folderSlug(FOLDER)), 's_1');
  await mkdir(paths.folder, { recursive: true });
  const events = stored(sampleSession(1250));
  await writeFile(paths.log, toLines(events));
  // There is no pack at all: whoever needed a part would fail.
  const reader = await newStore(home).openForReading('s_1');
  expect(reader.state).toEqual(applyEvents(emptySession('s_1'), events));
  await reader.close();
  const log = await newStore(home).openForWriting('s_1');
  expect(log.state.lastSeq).toBe(10_001);
  await log.close();
});

it('knows no session by a name that is a path', async () => {
  const store = newStore(await newHome());
  await say(store, FOLDER, 'a', 'b');
  await expect(store.openForReading('../sessions')).rejects.toMatchObject({ code: 'not-found' });
});
