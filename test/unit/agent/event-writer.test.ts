import { expect, test } from 'vitest';
import type { NewEvent } from '../../../shared/model/event';
import { createEventWriter } from '../../../main/core/kernel/event-writer';
import { createFakeSessionLog } from '../../support/fake-session-log';

const text = (id: string, type: 'item/started' | 'item/completed' = 'item/started'): NewEvent => ({
  type,
  item: { id, turn: 't', agent: 'main', kind: 'assistant-text' },
});

test('writes in order, and together what comes together', async () => {
  const log = createFakeSessionLog();
  const writer = createEventWriter(log);
  writer.write(text('a'));
  writer.write(text('b'), text('c'));
  await writer.flush();
  writer.write(text('d'));
  await writer.flush();
  expect(log.events.map((event) => 'item' in event && typeof event.item === 'object' && event.item.id)).toEqual(['a', 'b', 'c', 'd']);
  expect(log.appends()).toBe(2);
});

test('holds a delta until its item is published, and drops it once the item is completed', async () => {
  const log = createFakeSessionLog();
  const seen: string[] = [];
  log.subscribe((events) => seen.push(...events.map((event) => event.type)));
  log.onDelta((delta) => seen.push(delta.text));
  const writer = createEventWriter(log);
  writer.write(text('a'));
  writer.delta({ item: 'a', channel: 'text', text: 'shown' });
  await writer.flush();
  writer.delta({ item: 'a', channel: 'text', text: 'at once' });
  writer.write(text('b'));
  writer.delta({ item: 'b', channel: 'text', text: 'too late' });
  writer.write(text('b', 'item/completed'));
  await writer.flush();
  expect(seen).toEqual(['item/started', 'shown', 'at once', 'item/started', 'item/completed']);
});

test('rejects at the flush after a failed write, and writes nothing more', async () => {
  const log = createFakeSessionLog();
  const writer = createEventWriter(log);
  log.failWrites();
  writer.write(text('a'));
  await expect(writer.flush()).rejects.toMatchObject({ code: 'write-failed' });
  writer.write(text('b'));
  await expect(writer.flush()).rejects.toMatchObject({ code: 'write-failed' });
  expect(log.events).toEqual([]);
});
