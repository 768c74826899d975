import { cp, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderSlug, projectsFolder, sessionPaths } from '../../../main/adapters/storage/session-paths';
import { sessionEventSchema } from '../../../shared/model/event';
import { LOG_VERSION } from '../../../shared/model/log-version';
import type { PartRef } from '../../../shared/model/part';
import { turnStarted } from '../../unit/sessions/sample-events';
import { collect, newHome, newStore } from './storage-support';

// These files were written once, by the version that they name, and are never changed: what they say must stay readable.
const FROZEN = join(__dirname, '../../fixtures/logs');

async function placeFrozen(version: string, name: string) {
  const home = await newHome();
  const paths = sessionPaths(join(projectsFolder(home), folderSlug('/code/project')), 's_v1');
  await cp(join(FROZEN, version, name), paths.folder, { recursive: true });
  return { store: newStore(home), paths, state: JSON.parse(await readFile(join(FROZEN, version, name, 'state.json'), 'utf8')) };
}

function refsOf(value: unknown): PartRef[] {
  if (Array.isArray(value)) return value.flatMap(refsOf);
  if (typeof value !== 'object' || value === null) return [];
  if ('hash' in value && 'at' in value && 'size' in value) return [value as PartRef];
  return Object.values(value).flatMap(refsOf);
}

/** Events that version 1 has got since: older hosts keep them as unknown. */
const ADDED_LATER: ReadonlySet<string> = new Set([
  'agent/ended',
  'agent/messaged',
  'agent/spawned',
  'agent/worktree-settled',
  'command/ended',
  'hook/considered',
  'plan/answered',
  'plan/proposed',
  'skill/used',
]);

it('there are frozen logs of every version', async () => {
  const versions = Array.from({ length: LOG_VERSION }, (_, index) => `v${index + 1}`);
  expect((await readdir(FROZEN)).filter((name) => /^v\d+$/.test(name)).sort()).toEqual(versions);
});

describe('a frozen log of version 1', () => {
  it('has every event of that version and still gives the same state', async () => {
    const { store, paths, state } = await placeFrozen('v1', 'complete');
    const before = await readFile(paths.log, 'utf8');
    const reader = await store.openForReading('s_v1');
    expect(JSON.parse(JSON.stringify(reader.state))).toMatchObject(state);
    const events = await collect(reader.read(0));
    const types = new Set(events.map((event) => event.type));
    for (const option of sessionEventSchema.options)
      if (!ADDED_LATER.has(option.shape.type.value)) expect(types).toContain(option.shape.type.value);
    // A type that no version knows: an event of it is kept, whatever it holds.
    expect(types).toContain('weather/observed');
    await reader.close();
    const log = await store.openForWriting('s_v1');
    await log.append(turnStarted('t2'));
    await log.close();
    expect((await readFile(paths.log, 'utf8')).startsWith(before)).toBe(true);
  });

  it('has readable parts wherever it refers to one', async () => {
    const { store } = await placeFrozen('v1', 'complete');
    const reader = await store.openForReading('s_v1');
    const refs = refsOf(await collect(reader.read(0))).filter((ref) => ref.hash !== 'a'.repeat(32));
    expect(refs.length).toBeGreaterThan(15);
    for (const ref of refs)
      expect(JSON.stringify(JSON.parse(await reader.readPart(ref)))).toHaveLength((await reader.readPart(ref)).length);
    await reader.close();
  });

  it('that is damaged keeps all of its whole records', async () => {
    const { store, state } = await placeFrozen('v1', 'damaged');
    const reader = await store.openForReading('s_v1');
    expect(JSON.parse(JSON.stringify(reader.state))).toMatchObject(state);
    await reader.close();
    const log = await store.openForWriting('s_v1');
    expect(JSON.parse(JSON.stringify(log.state))).toMatchObject({ ...state, lastSeq: state.lastSeq + 1, recovered: state.recovered + 3 });
    await log.close();
  });
});
