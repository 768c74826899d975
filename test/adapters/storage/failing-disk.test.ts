import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AppendHandle, openHandle } from '../../../main/adapters/storage/append-file';
import { folderSlug, projectsFolder, sessionPaths } from '../../../main/adapters/storage/session-paths';
import { sampleSession, turnEnded, turnStarted, userText } from '../../unit/sessions/sample-events';
import { mountSmall } from '../../support/small-disk';
import { newHome, newStore } from './storage-support';

const FOLDER = '/code/project';
describe('a disk that fails', () => {
  it('raises an alarm at once, refuses what follows and leaves nothing torn (injected)', async () => {
    const home = await newHome();
    let broken = false;
    const store = newStore(home, {
      openFile: async (path) => {
        const handle = await openHandle(path);
        if (!path.endsWith('log.jsonl')) return handle;
        const failing: AppendHandle = {
          async write(bytes, offset, length, position) {
            if (!broken) return handle.write(bytes, offset, length, position);
            await handle.write(bytes, offset, Math.floor(length / 2), position);
            throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
          },
          read: (bytes, offset, length, position) => handle.read(bytes, offset, length, position),
          stat: () => handle.stat(),
          truncate: (size) => handle.truncate(size),
          datasync: () => handle.datasync(),
          close: () => handle.close(),
        };
        return failing;
      },
    });
    const alarms: unknown[] = [];
    store.onAlarm((alarm) => alarms.push(alarm));
    const log = await store.create(FOLDER);
    await log.append(...sampleSession(1, log.id));
    const { log: path } = sessionPaths(join(projectsFolder(home), folderSlug(FOLDER)), log.id);
    const before = await readFile(path, 'utf8');
    const told: unknown[] = [];
    log.subscribe((events) => told.push(...events));
    broken = true;
    const results = await Promise.allSettled([log.append(turnStarted('t2')), log.append(userText('i', 't2', 'lost'))]);
    expect(results).toMatchObject([{ reason: { code: 'write-failed' } }, { reason: { code: 'write-failed' } }]);
    expect(alarms).toMatchObject([{ code: 'write-failed', session: log.id }]);
    expect(told).toEqual([]);
    expect(log.state.lastSeq).toBe(9);
    broken = false;
    await expect(log.append(turnEnded('t2'))).rejects.toMatchObject({ code: 'write-failed' });
    await log.close();
    expect(await readFile(path, 'utf8')).toBe(before);

    const again = await store.openForWriting(log.id);
    await again.append(turnStarted('t3'));
    expect(again.state).toMatchObject({ lastSeq: 10, recovered: 0 });
    await again.close();
  });

  it('raises an alarm when the home is deleted below a session', async () => {
    const home = await newHome();
    const store = newStore(home);
    const alarms: unknown[] = [];
    store.onAlarm((alarm) => alarms.push(alarm));
    const log = await store.create(FOLDER);
    await log.append(...sampleSession(1, log.id));
    // Its checkpoint may be on its way to the disk.
    await rm(home, { recursive: true, maxRetries: 5 });
    await expect(log.append(turnStarted('t2'))).rejects.toMatchObject({ code: 'write-failed', data: { cause: 'ENOENT' } });
    expect(alarms).toMatchObject([{ code: 'write-failed', session: log.id }]);
    await log.close();
  });

  it('leaves nothing of a session that it could not take (injected)', async () => {
    const home = await newHome();
    for (const refused of ['log.jsonl', 'pack.jsonl']) {
      const store = newStore(home, {
        openFile: async (path) => {
          if (path.endsWith(refused)) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'open' });
          return openHandle(path);
        },
      });
      await expect(store.create(FOLDER)).rejects.toMatchObject({ code: 'ENOSPC' });
      expect(await readdir(join(projectsFolder(home), folderSlug(FOLDER), 'sessions'))).toEqual([]);
    }
  });

  it('leaves nothing of a session when it is full (real filesystem of 1 MB)', async (context) => {
    const home = join(await newHome(), 'small');
    if (!(await mountSmall(home))) context.skip('mounting a small filesystem is not allowed here');
    await expect(writeFile(join(home, 'filler'), Buffer.alloc(2_000_000))).rejects.toMatchObject({ code: 'ENOSPC' });
    await expect(newStore(home).create(FOLDER)).rejects.toMatchObject({ code: 'ENOSPC' });
    const sessions = join(projectsFolder(home), folderSlug(FOLDER), 'sessions');
    expect(await readdir(sessions).catch(() => [])).toEqual([]);
  });

  it('raises an alarm when it is full, and goes on once there is room (real filesystem of 1 MB)', async (context) => {
    const home = join(await newHome(), 'small');
    if (!(await mountSmall(home))) context.skip('mounting a small filesystem is not allowed here');
    const store = newStore(home);
    const alarms: unknown[] = [];
    store.onAlarm((alarm) => alarms.push(alarm));
    const log = await store.create(FOLDER);
    await log.append(...sampleSession(1, log.id));
    const filler = join(home, 'filler');
    await writeFile(filler, Buffer.alloc(600_000));
    let stored = log.state.lastSeq;
    let failure: unknown;
    while (failure === undefined) {
      await log.append(userText(`i${stored}`, 't', 'x'.repeat(2000))).then(
        (events) => {
          stored = events[0]?.seq ?? stored;
        },
        (error: unknown) => {
          failure = error;
        },
      );
    }
    expect(failure).toMatchObject({ code: 'write-failed', data: { cause: 'ENOSPC' } });
    expect(alarms).toHaveLength(1);
    await log.close();
    await writeFile(filler, '');
    const again = await store.openForWriting(log.id);
    expect(again.state).toMatchObject({ lastSeq: stored, recovered: 0 });
    await again.append(turnStarted('t3'));
    await again.close();
  });
});
