import { describe, expect, test } from 'vitest';
import type { FailureKind } from '../../../shared/model/failure';
import { estimatedPrompt } from '../../../shared/model/add-usage';
import { sessionCost } from '../../../shared/model/session-cost';
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

test('a turn without any answer costs what its call costs: nobody knows', async () => {
  const failure = { kind: 'authentication' as const, message: 'invalid x-api-key', status: 401 };
  const refused = async function* () {
    yield { type: 'failed' as const, failure };
  };
  const turn = createFakeTurn({ provider: createFakeProvider(refused) });
  expect((await turn.run('hi')).costUsd).toBeUndefined();
  expect(turn.of('call/ended')[0]).not.toHaveProperty('costUsd');
  expect(turn.of('turn/ended')[0]).not.toHaveProperty('costUsd');
  expect(sessionCost(turn.log.state)).toBeUndefined();
  const { calls } = turn.log.state;
  const running = calls.map((call) => ({ ...call, state: 'running' as const }));
  expect(sessionCost({ ...turn.log.state, calls: running })).toBe(0);
});

describe('tokens that nobody counted', () => {
  const broken = { kind: 'interrupted-stream' as const, message: 'read ECONNRESET' };

  test('of an attempt that broke off count as an estimate, beside what the provider counted', async () => {
    const turn = createFakeTurn({ provider: createFakeProvider({ open: [say('half')], failure: broken }, { blocks: [say('whole')] }) });
    const outcome = await turn.run('hi');
    const [end] = turn.of('call/ended');
    const [start] = turn.of('call/started');
    const prompt = start === undefined ? 0 : estimatedPrompt(start.estimate);
    expect(end?.usage).toEqual({ input: 10, cacheRead: 0, cacheWrite: 0, output: 5 });
    expect(end?.estimatedUsage).toMatchObject({ input: prompt, cacheRead: 0, cacheWrite: 0 });
    expect(end?.estimatedUsage?.output).toBeGreaterThan(0);
    expect(outcome.usage.input).toBe(10 + prompt);
    expect(turn.of('turn/ended')).toMatchObject([{ usage: outcome.usage, estimated: true }]);
    expect(turn.log.state.usage).toEqual(outcome.usage);
    expect(turn.log.state.turns[0]).toMatchObject({ estimated: true });
    expect(outcome.estimated).toBe(true);
  });

  test('of an answer without a count stop a turn at its limit of tokens', async () => {
    const uncounted = async function* () {
      const block = use(`t${Math.random()}`, 'Read', { file_path: `/${Math.random()}` });
      yield { type: 'opened' as const };
      yield { type: 'block-started' as const, index: 0, block: { ...block, input: {} } };
      yield { type: 'block-ended' as const, index: 0, block };
      yield { type: 'ended' as const, stopReason: 'tool_use' };
    };
    const turn = createFakeTurn({ provider: createFakeProvider(uncounted), limits: { rounds: 50, tokens: 400 } });
    const outcome = await turn.run('hi');
    expect(outcome.reason).toBe('limit_tokens');
    expect(turn.of('call/ended').every(({ usage, estimatedUsage }) => usage === undefined && estimatedUsage !== undefined)).toBe(true);
    expect(turn.of('limit/reached')[0]?.value).toBeGreaterThanOrEqual(400);
  });

  test('of an attempt that the server refused are none', async () => {
    const refused = async function* () {
      yield { type: 'failed' as const, failure: { kind: 'overloaded' as const, message: 'Overloaded' } };
    };
    const turn = createFakeTurn({ provider: createFakeProvider(refused, { blocks: [say('whole')] }) });
    expect((await turn.run('hi')).usage).toEqual({ input: 10, cacheRead: 0, cacheWrite: 0, output: 5 });
    expect(turn.of('turn/ended')[0]).not.toHaveProperty('estimated');
  });

  test('are the words of an answer that broke off after the prompt was counted', async () => {
    const half = async function* () {
      yield { type: 'opened' as const };
      yield { type: 'block-started' as const, index: 0, block: say('') };
      yield { type: 'block-delta' as const, index: 0, channel: 'text' as const, text: 'word '.repeat(200) };
      yield {
        type: 'failed' as const,
        failure: { kind: 'protocol' as const, message: 'bad' },
        usage: { input: 7, cacheRead: 3, cacheWrite: 0, output: 1 },
      };
    };
    const turn = createFakeTurn({ provider: createFakeProvider(half) });
    const { usage } = await turn.run('hi');
    expect(usage).toMatchObject({ input: 7, cacheRead: 3 });
    expect(usage.output).toBeGreaterThan(100);
  });
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
