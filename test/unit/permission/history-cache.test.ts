import { expect, it } from 'vitest';
import { createClock } from '../../../main/adapters/clock/create-clock';
import { createHistoryCache } from '../../../main/core/permission/history/history-cache';
import { readHistory, type RecordedCall } from '../../../main/core/permission/history/recorded-calls';
import type { SessionEvent } from '../../../shared/model/event';
import type { SessionSummary } from '../../../shared/model/session';
import { action } from './support';

const call: RecordedCall = {
  session: 's',
  title: '',
  item: 'i',
  at: '',
  agent: 'main',
  tool: 'Bash',
  action: action('Bash ls'),
  decision: { decision: 'allow', mode: 'default', reason: '', diagnostics: [] },
  foreign: [],
};
const calls = (count: number) => Array.from({ length: count }, () => call);

it('gives up the sessions that were looked at longest ago where there are more calls than it keeps', () => {
  const cache = createHistoryCache<RecordedCall>(10);
  for (const session of ['a', 'b', 'c']) cache.set(session, '1', calls(3));
  expect(cache.get('a', '1')).toHaveLength(3);
  cache.set('d', '1', calls(3));
  expect(['a', 'b', 'c', 'd'].map((session) => cache.get(session, '1')?.length)).toEqual([3, undefined, 3, 3]);
  cache.set('d', '2', calls(1));
  cache.set('e', '1', calls(3));
  expect(['a', 'c', 'd', 'e'].map((session) => cache.get(session, session === 'd' ? '2' : '1')?.length)).toEqual([3, 3, 1, 3]);
  expect(cache.get('d', '1')).toBeUndefined();
  cache.set('f', '1', calls(11));
  expect(cache.get('f', '1')).toBeUndefined();
});

it('holds calls without what their cards showed and without the whole of long texts, and reads a session that did not change once', async () => {
  const cache = createHistoryCache<RecordedCall>(10);
  const { decision, agent, tool } = call;
  const item = { id: 'i', turn: 't', agent, kind: 'tool-call' as const, toolUseId: 'u', name: tool, state: 'success' as const };
  const preview = { type: 'diff' as const, text: 'a whole diff' };
  const whole = { ...call.action, params: { ...call.action.params, content: 'x'.repeat(100_000) } };
  const sandbox = { isolated: false as const, why: 'off' as const, detail: '' };
  const event: SessionEvent = {
    v: 1,
    seq: 1,
    id: 'e',
    at: '2026-01-01T00:00:00.000Z',
    type: 'item/completed',
    item: { ...item, action: { ...whole, preview }, decision: { ...decision, sandbox } },
  };
  let opened = 0;
  const source = {
    summaries: [{ id: 's', title: '', updatedAt: '1' } as SessionSummary],
    clock: createClock(),
    async openTexts() {
      opened += 1;
      return {
        async *events() {
          yield event;
        },
        readPart: async () => '',
        readBlob: async () => new Uint8Array(),
        close: async () => undefined,
      };
    },
  };
  const read = () =>
    readHistory(source, '/home/ann/shop', {
      limit: 5,
      cache,
      withInputs: false,
      signal: new AbortController().signal,
      pace: async () => undefined,
    });
  const [first] = (await read()).calls;
  expect(first).toMatchObject({ action: { ...call.action, params: { ...call.action.params, content: 'x'.repeat(1_000) } }, decision });
  expect(first?.action).not.toHaveProperty('preview');
  expect(first?.decision).not.toHaveProperty('sandbox');
  expect((await read()).calls).toHaveLength(1);
  expect(opened).toBe(1);
});
