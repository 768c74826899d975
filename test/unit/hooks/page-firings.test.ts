import { expect, it } from 'vitest';
import { pageFirings } from '../../../main/core/hooks/page-firings';
import type { NewEvent } from '../../../shared/model/event';
import { createFakeSessionLog } from '../../support/fake-session-log';

const firing = (about: string): NewEvent => ({
  type: 'hook/considered',
  event: 'PreToolUse',
  agent: 'main',
  about,
  input: { hash: 'h', at: 0, size: 2 },
  hooks: [],
});
const other: NewEvent = { type: 'session/changed', archived: false };

/** A log in which every `apart`-th event is a firing. */
async function logWith(events: number, apart: number) {
  const log = createFakeSessionLog();
  for (let at = 1; at <= events; at += 1) await log.append(at % apart === 0 ? firing(String(at)) : other);
  let read = 0;
  const counted = {
    get state() {
      return log.state;
    },
    async *read(after: number) {
      for await (const event of log.read(after)) {
        read += 1;
        yield event;
      }
    },
  };
  return { log: counted, read: () => read };
}

it('gives every firing once, newest first, page by page', async () => {
  const { log } = await logWith(1000, 3);
  const seen: string[] = [];
  for (let before: number | undefined = Infinity; before !== undefined; ) {
    const page = await pageFirings(log, { before, limit: 40 });
    expect(page.firings.length).toBeLessThanOrEqual(40);
    seen.push(...page.firings.map(({ about }) => about ?? ''));
    before = page.before;
  }
  expect(seen).toEqual(Array.from({ length: 333 }, (_, index) => String(999 - 3 * index)));
});

it('reads as much of the log as the page needs, and never more than a bounded part', async () => {
  const dense = await logWith(5000, 2);
  expect((await pageFirings(dense.log, { limit: 50 })).firings).toHaveLength(50);
  expect(dense.read()).toBeLessThan(500);
  const sparse = await logWith(30_000, 25_000);
  const page = await pageFirings(sparse.log, { limit: 50 });
  expect(page.firings.map(({ about }) => about)).toEqual(['25000']);
  expect(sparse.read()).toBeLessThan(45_000);
  const { before } = page;
  expect(before).toBeLessThan(12_000);
  expect(await pageFirings(sparse.log, { before, limit: 50 })).toEqual({ firings: [] });
});
