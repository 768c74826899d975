import { describe, expect, test } from 'vitest';
import type { ModelInfo } from '../../../shared/model/config';
import { scriptedModel } from '../../../main/core/providers/catalogue';
import { createFakeProvider, say, use } from '../../support/fake-provider';
import { createFakeTools, echoTool } from '../../support/fake-tools';
import { createFakeTurn } from '../../support/fake-turn';

const tools = createFakeTools(echoTool);

describe('a turn', () => {
  test('answers a question and logs each event once, in order', async () => {
    const turn = createFakeTurn({
      provider: createFakeProvider({ blocks: [{ type: 'thinking', thinking: 'hm', signature: 's' }, say('hello')] }),
    });
    const outcome = await turn.run('hi');
    expect(outcome).toMatchObject({ reason: 'end_turn', rounds: 1, usage: { input: 10, output: 5 } });
    expect(outcome.costUsd).toBeCloseTo((10 * 2 + 5 * 10) / 1e6);
    expect(
      turn.log.events.map((event) => ('item' in event && typeof event.item === 'object' ? `${event.type} ${event.item.kind}` : event.type)),
    ).toEqual([
      'turn/started',
      'item/completed user-text',
      'call/started',
      'item/started thinking',
      'item/completed thinking',
      'item/started assistant-text',
      'item/completed assistant-text',
      'call/ended',
      'turn/ended',
    ]);
    expect(turn.of('call/ended')[0]?.blocks.map((part) => JSON.parse(turn.log.partText(part)).type)).toEqual(['thinking', 'text']);
  });

  test('runs tools and sends the results back in the order of the calls', async () => {
    const slow = createFakeTools({
      name: 'Read',
      run: async (input) => {
        if (input['file_path'] === '/a') await new Promise((resolve) => setTimeout(resolve, 20));
        return { ok: true, content: `read ${String(input['file_path'])}` };
      },
    });
    const provider = createFakeProvider(
      { blocks: [use('t1', 'Read', { file_path: '/a' }), use('t2', 'Read', { file_path: '/b' })] },
      { blocks: [say('done')] },
    );
    const turn = createFakeTurn({ provider, tools: slow });
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn', rounds: 2 });
    const body = JSON.parse(provider.requests[1]?.body ?? '{}');
    expect(body.messages.at(-1).content).toEqual([
      { type: 'tool_result', tool_use_id: 't1', content: 'read /a' },
      { type: 'tool_result', tool_use_id: 't2', content: 'read /b' },
    ]);
    expect(turn.calls().map((call) => [call.state, call.decision?.decision, typeof call.durationMs])).toEqual([
      ['success', 'allow', 'number'],
      ['success', 'allow', 'number'],
    ]);
    expect(turn.context.touched).toEqual([
      { path: '/b', how: 'read' },
      { path: '/a', how: 'read' },
    ]);
  });

  test('runs reads side by side and writers one after another', async () => {
    const running = new Set<string>();
    const together: string[] = [];
    const run = async (input: Record<string, unknown>) => {
      running.add(String(input['id']));
      together.push([...running].sort().join('+'));
      await new Promise((resolve) => setTimeout(resolve, 5));
      running.delete(String(input['id']));
      return { ok: true as const, content: 'ok' };
    };
    const turn = createFakeTurn({
      provider: createFakeProvider(
        {
          blocks: [
            use('1', 'Read', { id: 1 }),
            use('2', 'Read', { id: 2 }),
            use('3', 'Write', { id: 3 }),
            use('4', 'Write', { id: 4 }),
            use('5', 'Read', { id: 5 }),
          ],
        },
        { blocks: [say('done')] },
      ),
      tools: createFakeTools({ name: 'Read', run }, { name: 'Write', sideEffect: 'write', run }),
    });
    await turn.run('go');
    expect(together).toEqual(['1', '1+2', '3', '4', '5']);
  });

  test('never runs an input that is not JSON, an unknown tool, or an invalid input, and says why', async () => {
    const ran: unknown[] = [];
    const turn = createFakeTurn({
      provider: createFakeProvider(
        { blocks: [{ ...use('1', 'Read'), unparsed: '{"file_path": "/a", oops' }, use('2', 'Reed'), use('3', 'Read', { invalid: true })] },
        { blocks: [say('done')] },
      ),
      tools: createFakeTools({ name: 'Read', run: (input) => ({ ok: true, content: String(ran.push(input)) }) }),
    });
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
    expect(ran).toEqual([]);
    expect(turn.calls().map((call) => call.errorKind)).toEqual(['unparsable-input', 'unknown-tool', 'invalid-input']);
    expect(turn.result(0)).toContain('{"file_path": "/a", oops');
    expect(turn.result(1)).toBe('Not run: there is no tool named "Reed". Did you mean Read?');
    expect(turn.result(2)).toContain('must not be true');
  });

  test('answers a call that was cut off with an error, runs the whole ones before it, and goes on', async () => {
    const turn = createFakeTurn({
      provider: createFakeProvider(
        { blocks: [use('1', 'Read', { file_path: '/a' }), { ...use('2', 'Read'), unparsed: '{"file_pa' }], stop: 'max_tokens' },
        { blocks: [say('done')] },
      ),
      tools,
    });
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn', rounds: 2 });
    expect(turn.calls().map((call) => [call.state, call.errorKind])).toEqual([
      ['success', undefined],
      ['error', 'truncated-input'],
    ]);
  });

  test('does not run a cut-off call even when its input happens to be whole JSON', async () => {
    const turn = createFakeTurn({
      provider: createFakeProvider({ blocks: [use('1', 'Read', {})], stop: 'max_tokens' }, { blocks: [say('done')] }),
      tools,
    });
    await turn.run('go');
    expect(turn.calls()[0]).toMatchObject({ state: 'error', errorKind: 'truncated-input', synthesised: true });
  });

  test.each([
    ['max_tokens', 'answer-truncated'],
    ['refusal', 'refused'],
    ['model_context_window_exceeded', 'context-full'],
    ['compaction', undefined],
    ['stop_sequence', undefined],
    ['something_new', 'unknown-stop'],
  ])('stops at %s with the notice %s', async (stop, notice) => {
    const provider = createFakeProvider({ blocks: [say('so far')], stop, details: { category: 'cyber' } });
    const turn = createFakeTurn({ provider });
    expect(await turn.run('go')).toMatchObject({ reason: stop, rounds: 1 });
    expect(turn.notices()).toEqual(notice === undefined ? [] : [notice]);
    expect(provider.requests).toHaveLength(1);
  });

  test('continues by itself after pause_turn, without a message', async () => {
    const provider = createFakeProvider({ blocks: [say('searching')], stop: 'pause_turn' }, { blocks: [say('found')] });
    const turn = createFakeTurn({ provider });
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn', rounds: 2 });
    const roles = JSON.parse(provider.requests[1]?.body ?? '{}').messages.map((message: { role: string }) => message.role);
    expect(roles).toEqual(['user', 'assistant']);
  });

  test('asks once after an empty answer, then stops', async () => {
    const provider = createFakeProvider({ blocks: [] });
    const turn = createFakeTurn({ provider });
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn', rounds: 2 });
    expect(turn.notices()).toEqual(['empty-answer']);
    expect(
      turn
        .items()
        .filter((item) => item.kind === 'user-text')
        .map((item) => item.kind === 'user-text' && item.author),
    ).toEqual(['user', 'host']);
  });

  test('sets aside a block that the provider refuses and tries once more', async () => {
    const provider = createFakeProvider(
      { failure: { kind: 'invalid-request', message: 'messages.0.content.0: bad', status: 400, pointer: '/messages/0/content/0' } },
      { blocks: [say('fine')] },
    );
    const turn = createFakeTurn({ provider });
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
    expect(turn.context.quarantined).toEqual(['/messages/0/content/0']);
    expect(turn.notices()).toEqual(['quarantined']);
    expect(turn.of('prefix/broken')).toHaveLength(1);
  });

  test('takes queued messages after the current calls', async () => {
    const provider = createFakeProvider({ blocks: [use('1', 'Read', {})] }, { blocks: [say('done')] });
    const turn = createFakeTurn({ provider, tools, queue: [{ text: 'also this', images: [] }] });
    await turn.run('go');
    const last = JSON.parse(provider.requests[1]?.body ?? '{}').messages.at(-1).content;
    expect(last.map((block: { type: string }) => block.type)).toEqual(['tool_result', 'text']);
    expect(turn.of('queue/removed')).toMatchObject([{ entry: 'entry_0', why: 'sent' }]);
  });

  test('escapes what comes in and undoes it in inputs', async () => {
    const inputs: unknown[] = [];
    const turn = createFakeTurn({
      provider: createFakeProvider({ blocks: [use('1', 'Read', { file_path: 'ESC' })] }, { blocks: [say('done')] }),
      tools: createFakeTools({ name: 'Read', run: (input) => ({ ok: true, content: inputs.push(input) > 0 ? '<mark>' : '' }) }),
      escape: { incoming: (text) => text.replace('<mark>', '<~mark>'), outgoing: () => ({ file_path: 'plain' }) },
    });
    await turn.run('go');
    expect(inputs).toEqual([{ file_path: 'plain' }]);
    expect(turn.result(0)).toBe('<~mark>');
  });

  test('escapes every text of a result of several blocks, and leaves out the empty ones', async () => {
    const image = { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png', data: '<mark>' } };
    const content = [{ type: 'text' as const, text: '<mark>' }, { type: 'text' as const, text: ' ' }, image];
    const provider = createFakeProvider({ blocks: [use('1', 'Read', {})] }, { blocks: [say('done')] });
    const turn = createFakeTurn({
      provider,
      tools: createFakeTools({ name: 'Read', run: () => ({ ok: true, content }) }),
      escape: { incoming: (text) => text.replace('<mark>', '<~mark>'), outgoing: (input) => input },
    });
    await turn.run('go');
    const [result] = JSON.parse(provider.requests[1]?.body ?? '{}').messages.at(-1).content;
    expect(result.content).toEqual([{ type: 'text', text: '<~mark>' }, image]);
  });

  test('cuts a long result once, with the way to the rest', async () => {
    const turn = createFakeTurn({
      provider: createFakeProvider({ blocks: [use('1', 'Read', {})] }, { blocks: [say('done')] }),
      tools: createFakeTools({ name: 'Read', resultBound: 100, run: () => ({ ok: true, content: '😀'.repeat(500) }) }),
    });
    await turn.run('go');
    expect(turn.result(0)).toMatch(
      /^(😀)+\n\n\[900 of 1000 characters left out here. The whole result is kept in \/blobs\/blob_1: .*\]\n\n(😀)+$/u,
    );
  });

  test('stops with an error when a tool fails inside the host, with every call answered', async () => {
    const turn = createFakeTurn({
      provider: createFakeProvider({ blocks: [use('1', 'Write'), use('2', 'Write')] }),
      tools: createFakeTools({ name: 'Write', sideEffect: 'write', run: () => Promise.reject(new Error('boom')) }),
    });
    expect(await turn.run('go')).toMatchObject({
      reason: 'error',
      error: { code: 'internal', message: 'Write failed inside the host: boom' },
    });
    expect(turn.calls().map((call) => call.state)).toEqual(['error', 'cancelled']);
  });

  test('ends a tool that does not keep its time', async () => {
    const turn = createFakeTurn({
      provider: createFakeProvider({ blocks: [use('1', 'Read')] }, { blocks: [say('done')] }),
      tools: createFakeTools({ name: 'Read', timeoutMs: 50_000, run: () => new Promise(() => undefined) }),
    });
    expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
    expect(turn.calls()[0]).toMatchObject({ state: 'error', errorKind: 'timeout' });
  });

  test('answers calls that an earlier run left without a result', async () => {
    const provider = createFakeProvider({ blocks: [say('done')] });
    const turn = createFakeTurn({ provider });
    await turn.log.append({
      type: 'item/started',
      item: { id: 'old', turn: 'turn_0', agent: 'main', kind: 'tool-call', toolUseId: 't0', name: 'Bash', state: 'executing' },
    });
    await turn.run('go');
    expect(turn.calls()[0]).toMatchObject({ id: 'old', state: 'cancelled', errorKind: 'interrupted', synthesised: true });
  });

  test('ends as an error, and does not reject, when the log cannot be written', async () => {
    const turn = createFakeTurn({ provider: createFakeProvider({ blocks: [say('done')] }) });
    turn.log.failWrites();
    expect(await turn.run('go')).toMatchObject({ reason: 'error', error: { code: 'write-failed' } });
  });
});

describe('limits', () => {
  const endless = (): ReturnType<typeof createFakeProvider> => {
    let count = 0;
    return createFakeProvider(async function* () {
      count += 1;
      const block = use(`t${count}`, 'Read', { file_path: `/${count}` });
      yield { type: 'block-started', index: 0, block };
      yield { type: 'block-ended', index: 0, block };
      yield { type: 'ended', stopReason: 'tool_use', usage: { input: 100, cacheRead: 0, cacheWrite: 0, output: 100 } };
    });
  };

  test.each([
    [{ rounds: 3 }, 'limit_rounds', 3],
    [{ tokens: 500 }, 'limit_tokens', 3],
    [{ costUsd: 0.003 }, 'limit_cost', 3],
  ])('%j ends the turn as %s', async (limits, reason, rounds) => {
    const turn = createFakeTurn({ provider: endless(), tools, limits });
    expect(await turn.run('go')).toMatchObject({ reason, rounds });
    expect(turn.of('limit/reached')).toHaveLength(1);
    expect(turn.calls().every((call) => call.state === 'success')).toBe(true);
  });

  test('the model is told once when a limit comes near', async () => {
    const turn = createFakeTurn({ provider: endless(), tools, limits: { rounds: 10, tokens: 1_000_000 } });
    await turn.run('go');
    expect(turn.context.states).toEqual(['limit:rounds of turn_1']);
  });

  test('identical calls stop the turn, the last one not run', async () => {
    let count = 0;
    const provider = createFakeProvider(async function* () {
      count += 1;
      const block = use(`t${count}`, 'Read', { file_path: '/same' });
      yield { type: 'block-started', index: 0, block };
      yield { type: 'block-ended', index: 0, block };
      yield { type: 'ended', stopReason: 'tool_use', usage: { input: 1, cacheRead: 0, cacheWrite: 0, output: 1 } };
    });
    const turn = createFakeTurn({ provider, tools, limits: { repeats: 2 } });
    expect(await turn.run('go')).toMatchObject({ reason: 'limit_repeat', rounds: 3 });
    expect(turn.calls().map((call) => call.state)).toEqual(['success', 'success', 'cancelled']);
  });

  test('wall time stops a running tool', async () => {
    const turn = createFakeTurn({
      provider: createFakeProvider({ blocks: [use('1', 'Bash')] }),
      tools: createFakeTools({ name: 'Bash', sideEffect: 'execute', runsIn: 'shell', run: () => new Promise(() => undefined) }),
      limits: { seconds: 0.05 },
    });
    expect(await turn.run('go')).toMatchObject({ reason: 'limit_time' });
    expect(turn.calls()[0]).toMatchObject({ state: 'cancelled', errorKind: 'cancelled' });
  });

  test('a limit of money refuses to start when the price is unknown', async () => {
    const { price: _price, ...unpriced }: ModelInfo = scriptedModel('test');
    const provider = endless();
    const turn = createFakeTurn({ provider, tools, limits: { costUsd: 1 }, model: unpriced });
    expect(await turn.run('go')).toMatchObject({ reason: 'limit_cost', rounds: 0, error: { code: 'unavailable' } });
    expect(provider.requests).toHaveLength(0);
    expect(turn.notices()).toEqual(['price-unknown']);
  });

  test('an unknown price gives no cost instead of 0', async () => {
    const { price: _price, ...unpriced }: ModelInfo = scriptedModel('test');
    const turn = createFakeTurn({ provider: createFakeProvider({ blocks: [say('hi')] }), model: unpriced });
    expect((await turn.run('go')).costUsd).toBeUndefined();
  });
});
