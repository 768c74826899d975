import { expect, it } from 'vitest';
import { createClock } from '../../main/adapters/clock/create-clock';
import { findKnownSecrets } from '../../main/core/secrets/known-formats';
import type { AuditLog } from '../../main/core/audit/audit-log';
import { type AuditDraft, AuditWriter } from '../../main/host/audit/audit-writer';

const started = (id: string): AuditDraft => ({
  type: 'started',
  id,
  at: '2026-01-01T00:00:00.000Z',
  what: { kind: 'call', by: { kind: 'agent', name: 'main' } },
});

/** A log whose appends end as the test says, in their order. */
function createWriter() {
  const appends: Array<{ ids: string[]; durable: boolean; end(error?: Error): void }> = [];
  const failures: unknown[] = [];
  const log: AuditLog = {
    file: '/audit.jsonl',
    writer: async () => ({ pid: 1, host: 'here' }),
    append: (records, durable) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error === undefined ? resolve() : reject(error));
        appends.push({ ids: records.map(({ id }) => id), durable, end });
      }),
    async *lines() {},
    end: async () => undefined,
    isAlive: async () => true,
  };
  const ports = { clock: createClock(), findSecrets: async () => [] };
  const writer = new AuditWriter(ports, log, (error) => failures.push(error));
  const appended = async (count: number) => {
    await expect.poll(() => appends.length).toBe(count);
    return appends[count - 1];
  };
  return { writer, appends, appended, failures };
}

it('rejects a write whose record went with a batch that could not be written, whoever began that batch', async () => {
  const { writer, appends, appended, failures } = createWriter();
  writer.note(started('first'));
  const first = await appended(1);
  writer.note(started('noted'));
  const outcome = writer.write(started('destructive'), true).then(
    () => 'written',
    (error: Error) => error.message,
  );
  first?.end();
  const second = await appended(2);
  expect(second).toMatchObject({ ids: ['noted', 'destructive'], durable: true });
  second?.end(new Error('no space'));
  expect(await outcome).toBe('no space');
  expect(failures).toHaveLength(1);
  await writer.settle();
  expect(appends).toHaveLength(2);
});

it('resolves a write whose own batch was written, also after another one was lost', async () => {
  const { writer, appended, failures } = createWriter();
  writer.note(started('lost'));
  const first = await appended(1);
  const outcome = writer.write(started('kept'), true);
  first?.end(new Error('no space'));
  (await appended(2))?.end();
  await outcome;
  expect(failures).toHaveLength(1);
});

it('hides the secrets of a long text before it is cut', async () => {
  const key = ['AKIA', 'Q3EGRBUB6F2KYDNP'].join('');
  const texts: string[] = [];
  const log: AuditLog = {
    file: '/audit.jsonl',
    writer: async () => ({ pid: 1, host: 'here' }),
    append: async (records) => void texts.push(JSON.stringify(records)),
    async *lines() {},
    end: async () => undefined,
    isAlive: async () => true,
  };
  const ports = { clock: createClock(), findSecrets: async (text: string) => findKnownSecrets(text) };
  const writer = new AuditWriter(ports, log, () => undefined);
  // The bound falls into the middle of the key.
  const long = `${' '.repeat(3990)}${key}${' more'.repeat(100)}`;
  const { what, ...rest } = started('long') as Extract<AuditDraft, { type: 'started' }>;
  await writer.write({ ...rest, what: { ...what, input: { command: long }, summary: long } }, false);
  expect(texts).toHaveLength(1);
  expect(texts[0]).not.toContain(key.slice(0, 8));
  expect(texts[0]?.match(/more characters\]/g)).toHaveLength(2);
});
