import { describe, expect, test } from 'vitest';
import type { FailureKind } from '../../../shared/model/failure';
import { spreadOf, waitBeforeRetry } from '../../../main/core/agent/retry-policy';
import { createFakeClock } from '../../support/fake-clock';
import { createFakeProvider, say, use } from '../../support/fake-provider';
import { createFakeTurn } from '../../support/fake-turn';

describe('waiting', () => {
  test('doubles from half a second, less a quarter at most, and ends after four attempts', () => {
    const waits = [1, 2, 3, 4].map((attempt) => waitBeforeRetry({ kind: 'overloaded', message: '' }, attempt, 0));
    expect(waits).toEqual([500, 1000, 2000, undefined]);
    expect(waitBeforeRetry({ kind: 'overloaded', message: '' }, 1, 1)).toBe(375);
  });

  test('follows the server, but not for longer than a minute', () => {
    expect(waitBeforeRetry({ kind: 'rate-limited', message: '', retryAfterMs: 3000 }, 1, 0)).toBe(3000);
    expect(waitBeforeRetry({ kind: 'rate-limited', message: '', retryAfterMs: 9_000_000 }, 1, 0)).toBe(60_000);
  });

  test('obeys what the server says of another attempt, against the kind of the failure', () => {
    expect(waitBeforeRetry({ kind: 'rate-limited', message: '', shouldRetry: false, retryAfterMs: 10 }, 1, 0)).toBeUndefined();
    expect(waitBeforeRetry({ kind: 'invalid-request', message: '', shouldRetry: true }, 1, 0)).toBe(500);
    expect(waitBeforeRetry({ kind: 'invalid-request', message: '', shouldRetry: true }, 4, 0)).toBeUndefined();
  });

  test.each<FailureKind>(['invalid-request', 'authentication', 'billing', 'too-large', 'aborted', 'no-credential', 'protocol'])(
    'never retries %s',
    (kind) => {
      expect(waitBeforeRetry({ kind, message: '' }, 1, 0)).toBeUndefined();
    },
  );

  test('spreads between 0 and 1', () => {
    for (const text of ['a', 'call_1', '']) expect(spreadOf(text)).toSatisfy((spread: number) => spread >= 0 && spread <= 1);
  });
});

test('tries again, visibly, and marks what the failed attempt had shown as replaced', async () => {
  const failure = { kind: 'interrupted-stream' as const, message: 'read ECONNRESET' };
  const clock = createFakeClock();
  const turn = createFakeTurn({
    provider: createFakeProvider({ open: [say('whole')], partial: use('t0', 'Read'), failure }, { blocks: [say('hello')] }),
    clock,
  });
  expect(await turn.run('hi')).toMatchObject({ reason: 'end_turn', rounds: 1 });
  expect(clock.slept).toHaveLength(1);
  expect(turn.items().map((item) => [item.kind, item.replaced ?? false])).toEqual([
    ['user-text', false],
    ['assistant-text', true],
    ['tool-call', true],
    ['notice', false],
    ['assistant-text', false],
  ]);
  expect(turn.of('call/ended')).toMatchObject([{ attempts: [{ failure, waitedMs: clock.slept[0] }], blocks: [{}] }]);
  expect(turn.context.messages().at(-1)).toEqual({ role: 'assistant', content: [say('hello')] });
});

test('gives up after four attempts and keeps what the last one had shown', async () => {
  const failure = { kind: 'overloaded' as const, message: 'Overloaded' };
  const provider = createFakeProvider({
    open: [{ type: 'thinking', thinking: 'hm', signature: 's' }],
    partial: say('half an ans'),
    failure,
  });
  const turn = createFakeTurn({ provider });
  expect(await turn.run('hi')).toMatchObject({ reason: 'error', error: { code: 'provider', message: 'Overloaded' } });
  expect(provider.requests).toHaveLength(4);
  expect(new Set(provider.requests.map((request) => request.body)).size).toBe(1);
  expect(turn.notices()).toEqual(['retrying', 'retrying', 'retrying']);
  expect(turn.context.messages().at(-1)?.content.at(-1)).toEqual(say('half an ans'));
});

test('a stop during the wait ends the turn at once', async () => {
  const stop = new AbortController();
  const clock = {
    ...createFakeClock(),
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal?.addEventListener('abort', () => resolve());
        setImmediate(() => stop.abort());
      }),
  };
  const provider = createFakeProvider({ failure: { kind: 'rate-limited', message: '', retryAfterMs: 50_000 } });
  const turn = createFakeTurn({ provider, clock });
  expect(await turn.run('hi', stop.signal)).toMatchObject({ reason: 'aborted' });
  expect(provider.requests).toHaveLength(1);
});
