import { appendFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderSlug, projectsFolder, sessionPaths } from '../../../main/adapters/storage/session-paths';
import { created, sampleSession, stored, turnEnded, turnStarted } from '../../unit/sessions/sample-events';
import { newHome, newStore } from './storage-support';
import { eventually } from '../../support/eventually';

const FOLDER = '/code/project';

describe('a reader', () => {
  it('follows a writer live and learns when it lets go', async () => {
    const home = await newHome();
    const log = await newStore(home).create(FOLDER);
    await log.append(created(log.id));
    const reader = await newStore(home).openForReading(log.id);
    const seen: number[] = [];
    reader.subscribe((events) => seen.push(...events.map((event) => event.seq)));
    const part = log.putPart('{"type":"text","text":"late"}');
    await log.append(...sampleSession(5, log.id).slice(1));
    await eventually(() => expect(seen).toHaveLength(40));
    expect(reader.state).toEqual(log.state);
    expect(await reader.readPart(part)).toContain('late');
    expect(await reader.readItems(['text_5'])).toMatchObject([{ kind: 'assistant-text' }]);
    expect((await reader.readCall('call_5'))?.ended?.stopReason).toBe('end_turn');
    expect(reader.owner).toBeDefined();
    await log.close();
    await eventually(() => expect(reader.owner).toBeUndefined());
    expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => index + 2));
    await reader.close();
  });

  it('names a part as lost where the pack is damaged, cut or gone', async () => {
    const home = await newHome();
    const log = await newStore(home).create(FOLDER);
    const kept = log.putPart('{"type":"text","text":"kept"}');
    const part = log.putPart('{"type":"text","text":"lost"}');
    await log.append(created(log.id));
    await log.close();
    const { pack } = sessionPaths(join(projectsFolder(home), folderSlug(FOLDER)), log.id);
    for (const damage of [() => truncate(pack, part.at + 3), () => rm(pack)]) {
      await damage();
      const reader = await newStore(home).openForReading(log.id);
      await expect(reader.readPart(part)).rejects.toMatchObject({ code: 'not-found' });
      await reader.close();
    }
    const again = await newStore(home).openForWriting(log.id);
    await expect(again.readPart(kept)).rejects.toMatchObject({ code: 'not-found' });
    await again.close();
  });

  it('never takes a line for an event before its end is there, and forgets what the writer took back', async () => {
    const home = await newHome();
    const log = await newStore(home).create(FOLDER);
    await log.append(created(log.id));
    await log.close();
    const { log: path } = sessionPaths(join(projectsFolder(home), folderSlug(FOLDER)), log.id);
    const reader = await newStore(home).openForReading(log.id);
    const seen: string[] = [];
    reader.subscribe((events) => seen.push(...events.map((event) => event.type)));
    const lines = stored([created(), turnStarted('t1'), turnEnded('t1')]).map((event) => `${JSON.stringify(event)}\n`);
    const { size } = await import('node:fs/promises').then((fs) => fs.stat(path));

    await appendFile(path, lines[1]!.slice(0, 40));
    await appendFile(path, lines[1]!.slice(40, -1));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(seen).toEqual([]);
    await truncate(path, size);
    await appendFile(path, `${lines[1]}${lines[2]}`);
    await eventually(() => expect(seen).toEqual(['turn/started', 'turn/ended']));
    await reader.close();
  });

  it('goes on when a repair puts a new file in the place of the log', async () => {
    const home = await newHome();
    const log = await newStore(home).create(FOLDER);
    await log.append(...sampleSession(2, log.id));
    await log.close();
    const { log: path } = sessionPaths(join(projectsFolder(home), folderSlug(FOLDER)), log.id);
    await appendFile(path, 'rubbish\n');
    const broken = Buffer.concat([Buffer.from('rubbish at the start\n'), await import('node:fs/promises').then((fs) => fs.readFile(path))]);
    await writeFile(path, broken);
    const reader = await newStore(home).openForReading(log.id);
    const seen: string[] = [];
    reader.subscribe((events) => seen.push(...events.map((event) => event.type)));
    const writer = await newStore(home).openForWriting(log.id);
    await writer.append(turnStarted('t9'));
    await eventually(() => expect(seen).toEqual(['recovered', 'turn/started']));
    expect(reader.state).toEqual(writer.state);
    expect(await reader.readItems(['text_2'])).toHaveLength(1);
    await writer.close();
    await reader.close();
  });
});
