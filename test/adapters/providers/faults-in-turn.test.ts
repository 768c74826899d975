import { afterEach, describe, expect, test } from 'vitest';
import { createAnthropicProvider } from '../../../main/adapters/providers/anthropic-provider';
import { createClock } from '../../../main/adapters/clock/create-clock';
import { createFakeTools, echoTool } from '../../support/fake-tools';
import { createFakeTurn, type FakeTurn, type FakeTurnOptions } from '../../support/fake-turn';
import type { RecordingServer } from '../../support/recording-server';
import { startScriptedServer } from '../../support/scripted-server';

/** Each fault on the first reply, the next one fine: the real loop and the real adapter over a real connection. */

let server: RecordingServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function turnOn(rounds: string, options: Partial<FakeTurnOptions> & { stallMs?: number } = {}): Promise<FakeTurn> {
  server = await startScriptedServer(`turns:\n  - id: t\n    match: go\n    rounds:\n${rounds.replace(/^/gm, '      ')}`);
  const provider = createAnthropicProvider({
    name: 'anthropic',
    apiKey: async () => 'test-key',
    baseUrl: server.url,
    stallMs: options.stallMs ?? 10_000,
  });
  return createFakeTurn({ tools: createFakeTools(echoTool), ...options, provider });
}

const call = "calls: [{ name: Read, input: { file_path: '{{cwd}}/a' } }]";
const last = (turn: FakeTurn) => JSON.stringify(turn.context.messages().at(-1)?.content);

describe('a fault on the first reply', () => {
  test.each([
    ['text', '- text: hello there\n  failure: { kind: reset, at: text }', 'hello there'],
    ['thinking', '- thinking: hm, let me see\n  text: hello there\n  failure: { kind: reset, at: thinking }', 'hello there'],
    ['a tool call', `- text: reading\n  ${call}\n  failure: { kind: reset, at: tool }\n- text: done`, 'done'],
  ])('a reset in %s is tried again', async (_where, rounds, expected) => {
    const turn = await turnOn(rounds);
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
    expect(last(turn)).toContain(expected);
    expect(turn.notices()).toEqual(['retrying']);
    expect(turn.of('call/ended')[0]?.attempts).toMatchObject([{ failure: { kind: 'interrupted-stream' } }]);
    expect(turn.items().filter((item) => item.replaced).length).toBeGreaterThan(0);
    expect(server?.requests[0]?.body.equals(server.requests[1]?.body ?? Buffer.of())).toBe(true);
  });

  test.each([
    [429, '', 'rate-limited', [(ms: number) => ms <= 500, (ms: number) => ms <= 1000]],
    [529, '', 'overloaded', [(ms: number) => ms <= 500, (ms: number) => ms <= 1000]],
    [429, ', retry_after: 7', 'rate-limited', [(ms: number) => ms === 7000, (ms: number) => ms === 7000]],
    [529, ', retry_after: 7200', 'overloaded', [(ms: number) => ms === 60_000, (ms: number) => ms === 60_000]],
  ])('%i twice%s is waited for, visibly', async (status, after, kind, waits) => {
    const turn = await turnOn(`- text: hello\n  failure: { kind: http, status: ${status}, times: 2${after} }`);
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn', rounds: 1 });
    const { attempts } = turn.of('call/ended')[0] ?? { attempts: [] };
    expect(attempts).toHaveLength(2);
    attempts.forEach((attempt, index) => {
      expect(attempt.failure).toMatchObject({ kind, status });
      expect(waits[index]?.(attempt.waitedMs)).toBe(true);
    });
    expect(turn.notices()).toEqual(['retrying', 'retrying']);
  });

  test('a wait can be cancelled', async () => {
    const turn = await turnOn('- text: hello\n  failure: { kind: http, status: 429, retry_after: 3600 }', { clock: createClock() });
    const stop = new AbortController();
    turn.log.subscribe((events) => events.some((event) => event.type === 'item/completed' && event.item.kind === 'notice') && stop.abort());
    expect(await turn.run('go', stop.signal)).toMatchObject({ reason: 'aborted' });
    expect(server?.requests).toHaveLength(1);
  });

  test('an error event inside the stream is tried again', async () => {
    const turn = await turnOn('- text: hello there\n  failure: { kind: error-event }');
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
    expect(turn.of('call/ended')[0]?.attempts).toMatchObject([{ failure: { kind: 'overloaded' } }]);
  });

  test('a stream that stalls is given up and tried again', async () => {
    const turn = await turnOn('- text: hello there\n  failure: { kind: stall }', { stallMs: 2_000 });
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
    expect(turn.of('call/ended')[0]?.attempts).toMatchObject([{ failure: { kind: 'stalled' } }]);
  });

  test('a stream that ends without message_stop is tried again', async () => {
    const turn = await turnOn('- text: hello there\n  failure: { kind: cut }');
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
    expect(turn.notices()).toEqual(['retrying']);
  });

  test('tool input that is not JSON never runs, and the model reads what it sent', async () => {
    const turn = await turnOn(`- ${call}\n  failure: { kind: bad-json }\n- text: done`);
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn', rounds: 2 });
    expect(turn.calls()[0]).toMatchObject({ state: 'error', errorKind: 'unparsable-input', synthesised: true });
    expect(turn.result(0)).toContain('"/project/a"');
    expect(turn.result(0)).toContain('oops');
    const block: unknown = JSON.parse(server?.requests[1]?.body.toString() ?? '').messages[1].content[0];
    expect(block).toMatchObject({ type: 'tool_use', name: 'Read', input: {} });
  });

  test('an unknown tool gets the near names', async () => {
    const turn = await turnOn('- calls: [{ name: Reed }]\n- text: done');
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
    expect(turn.result(0)).toContain('Did you mean Read?');
  });

  test('max_tokens inside a call never runs it', async () => {
    const turn = await turnOn(`- ${call}\n  failure: { kind: truncate }\n- text: done`);
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn', rounds: 2 });
    expect(turn.calls()[0]).toMatchObject({ state: 'error', errorKind: 'truncated-input' });
    expect(turn.of('call/ended')[0]).toMatchObject({ stopReason: 'max_tokens' });
  });

  test('pause_turn continues by itself', async () => {
    const turn = await turnOn('- text: searching\n  stop_reason: pause_turn\n- text: found');
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn', rounds: 2 });
    expect(JSON.parse(server?.requests[1]?.body.toString() ?? '').messages.at(-1).role).toBe('assistant');
  });

  test('a refusal stops and says so', async () => {
    const turn = await turnOn('- stop_reason: refusal\n  stop_details: { category: cyber }\n- text: never');
    expect(await turn.run('go')).toMatchObject({ reason: 'refusal', rounds: 1 });
    expect(turn.items().at(-1)).toMatchObject({ kind: 'notice', code: 'refused', params: { category: 'cyber' } });
    expect(server?.requests).toHaveLength(1);
  });

  test('an empty answer is asked about once, then the turn stops', async () => {
    const mended = await turnOn('- text: hello\n  failure: { kind: empty }');
    expect(await mended.run('go')).toMatchObject({ reason: 'end_turn', rounds: 2 });
    expect(last(mended)).toContain('hello');
    await server?.close();
    const empty = await turnOn('- text: hello\n  failure: { kind: empty, times: 5 }');
    expect(await empty.run('go')).toMatchObject({ reason: 'end_turn', rounds: 2 });
    expect(empty.notices()).toEqual(['empty-answer']);
  });

  test('a 400 for a bad block sets it aside, names it, and the session stays usable', async () => {
    const turn = await turnOn("- text: hello\n  failure: { kind: http, status: 400, message: 'messages.0.content.0: image is too large' }");
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
    expect(turn.notices()).toEqual(['quarantined']);
    expect(turn.of('call/ended')).toMatchObject([
      { failure: { kind: 'invalid-request', pointer: '/messages/0/content/0' } },
      { stopReason: 'end_turn' },
    ]);
  });

  test('model_context_window_exceeded stops with a notice', async () => {
    const turn = await turnOn('- text: too mu\n  stop_reason: model_context_window_exceeded');
    expect(await turn.run('go')).toMatchObject({ reason: 'model_context_window_exceeded' });
    expect(turn.notices()).toEqual(['context-full']);
  });

  test('other errors end the turn with the words of the provider', async () => {
    const turn = await turnOn('- text: hello\n  failure: { kind: http, status: 401, message: invalid key }');
    expect(await turn.run('go')).toMatchObject({ reason: 'error', error: { code: 'provider', message: 'invalid key' } });
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
  });
});

test('an abort in the middle of a text keeps what was shown, and the next turn is valid', async () => {
  const turn = await turnOn('- text: a long answer that takes its time to arrive at the reader\n  chars_per_second: 200');
  const stop = new AbortController();
  turn.log.onDelta(() => stop.abort());
  expect(await turn.run('go', stop.signal)).toMatchObject({ reason: 'aborted' });
  const shown = turn.log.deltas.map((delta) => delta.text).join('');
  expect(turn.context.messages().at(-1)).toEqual({ role: 'assistant', content: [{ type: 'text', text: shown }] });
  expect(turn.of('call/ended')[0]).toMatchObject({ failure: { kind: 'aborted' } });
});
