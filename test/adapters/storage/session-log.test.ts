import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderSlug, projectsFolder, sessionPaths } from '../../../main/adapters/storage/session-paths';
import type { SessionEvent } from '../../../shared/model/event';
import { applyEvents, emptySession, isKnownEvent } from '../../../shared/reduce/session-reducer';
import {
  callEnded,
  callStarted,
  created,
  sampleSession,
  toolItem,
  turnEnded,
  turnStarted,
  userText,
} from '../../unit/sessions/sample-events';
import { collect, newHome, newStore } from './storage-support';

const FOLDER = '/code/project';

function pathsOf(home: string, id: string) {
  return sessionPaths(join(projectsFolder(home), folderSlug(FOLDER)), id);
}

describe('the log of a session', () => {
  it('comes back as it was written, parts included', async () => {
    const home = await newHome();
    const log = await newStore(home).create(FOLDER);
    await log.append(created(log.id));
    const part = log.putPart(JSON.stringify({ type: 'text', text: 'hello 😀' }));
    await log.append(turnStarted('t1'), userText('i1', 't1', 'hello', part));
    await log.append(turnEnded('t1'));
    const { state } = log;
    await log.close();

    const again = await newStore(home).openForWriting(log.id);
    expect(again.state).toEqual(state);
    expect(await again.readPart(part)).toBe('{"type":"text","text":"hello 😀"}');
    expect((await collect(again.read(0))).map((event) => event.type)).toEqual([
      'session/created',
      'turn/started',
      'item/completed',
      'turn/ended',
    ]);
    expect((await again.readItems(['i1', 'nothing']))[0]).toMatchObject({ id: 'i1', preview: 'hello' });
    await again.close();
  });

  it('writes the appends of one tick in their order and in one piece', async () => {
    const home = await newHome();
    const log = await newStore(home).create(FOLDER);
    const told: number[] = [];
    log.subscribe((events) => told.push(events.length));
    const results = await Promise.all([
      log.append(created(log.id)),
      log.append(turnStarted('t1')),
      log.append(userText('i1', 't1', 'one'), userText('i2', 't1', 'two')),
    ]);
    expect(results.flat().map((event) => event.seq)).toEqual([1, 2, 3, 4]);
    expect(told).toEqual([4]);
    expect(log.state.items.map((item) => item.id)).toEqual(['i1', 'i2']);
    await log.close();
  });

  it('publishes an event only after the system has it', async () => {
    const home = await newHome();
    const log = await newStore(home).create(FOLDER);
    const checks: Array<Promise<boolean>> = [];
    log.subscribe((events) => {
      const last = events[events.length - 1] as SessionEvent;
      checks.push(readFile(pathsOf(home, log.id).log, 'utf8').then((text) => text.includes(`"id":"${last.id}"`)));
    });
    for (const event of sampleSession(3, log.id)) await log.append(event);
    expect((await Promise.all(checks)).every(Boolean)).toBe(true);
    await log.close();
  });

  it('stores equal texts once and keeps one part to a line', async () => {
    const home = await newHome();
    const log = await newStore(home).create(FOLDER);
    await log.append(created(log.id));
    const first = log.putPart('{"type":"text","text":"same"}');
    expect(log.putPart('{"type":"text","text":"same"}')).toEqual(first);
    expect(await log.readPart(first)).toContain('same');
    const second = log.putPart('{"type":"text","text":"other"}');
    await log.append(userText('i1', 't1', 'x', second));
    expect(await readFile(pathsOf(home, log.id).pack, 'utf8')).toBe('{"type":"text","text":"same"}\n{"type":"text","text":"other"}\n');
    expect(second.at).toBe(first.size + 1);
    await log.close();
  });

  it('reads from any sequence number on', async () => {
    const home = await newHome();
    const log = await newStore(home).create(FOLDER);
    const events = sampleSession(60, log.id);
    await log.append(...events);
    for (const after of [0, 1, 126, 127, 128, 129, 300, events.length - 1, events.length]) {
      const seqs = (await collect(log.read(after))).map((event) => event.seq);
      expect(seqs).toEqual(Array.from({ length: events.length - after }, (_, index) => after + 1 + index));
    }
    const known = (await collect(log.read(0))).filter(isKnownEvent);
    expect(applyEvents(emptySession(log.id), known)).toEqual(log.state);
    await log.close();
  });

  it('finds a call with its end', async () => {
    const log = await newStore(await newHome()).create(FOLDER);
    await log.append(created(log.id), callStarted('c1', 't1'));
    expect((await log.readCall('c1'))?.ended).toBeUndefined();
    await log.append(callEnded('c1'));
    expect((await log.readCall('c1'))?.ended?.stopReason).toBe('end_turn');
    expect(await log.readCall('c2')).toBeUndefined();
    await log.close();
  });

  it('gives the newest form of an item', async () => {
    const log = await newStore(await newHome()).create(FOLDER);
    await log.append(created(log.id), { type: 'item/started', item: toolItem('i1', 't1', 'c1', 'validating') });
    await log.append({ type: 'item/completed', item: toolItem('i1', 't1', 'c1', 'success') });
    expect(await log.readItems(['i1'])).toMatchObject([{ state: 'success' }]);
    await log.close();
  });

  it('refuses to begin with anything but session/created, and to go on after the end', async () => {
    const log = await newStore(await newHome()).create(FOLDER);
    await expect(log.append(turnStarted('t1'))).rejects.toMatchObject({ code: 'bad-request' });
    await log.close();
    await expect(log.append(turnStarted('t1'))).rejects.toMatchObject({ code: 'read-only' });
  });

  it('leaves nothing behind when nothing was ever written to it', async () => {
    const home = await newHome();
    const log = await newStore(home).create(FOLDER);
    await log.close();
    expect(await readdir(join(projectsFolder(home), folderSlug(FOLDER), 'sessions'))).toEqual([]);
  });

  it('keeps blobs by content and refuses names that leave the folder', async () => {
    const log = await newStore(await newHome()).create(FOLDER);
    await log.append(created(log.id));
    const name = await log.saveBlob(Buffer.from('before'));
    expect(await log.saveBlob(Buffer.from('before'))).toBe(name);
    expect(Buffer.from(await log.readBlob(name)).toString()).toBe('before');
    expect(() => log.blobPath('../log.jsonl')).toThrow(/no blob/);
    await expect(log.readBlob('nothing')).rejects.toMatchObject({ code: 'not-found' });
    await log.close();
  });
});
