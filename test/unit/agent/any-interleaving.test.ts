import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentBlock, WireMessage } from '../../../shared/model/block';
import { isToolResultBlock, isToolUseBlock } from '../../../shared/model/block';
import type { ProviderEvent } from '../../../main/core/providers/provider';
import { createFakeProvider, type FakeReply, say, use } from '../../support/fake-provider';
import { createFakeTools, type FakeTool } from '../../support/fake-tools';
import { createFakeTurn, type FakeTurn } from '../../support/fake-turn';

/** What is wrong with the calls and results of a history; empty when the provider would take it. */
function pairingFaults(messages: readonly WireMessage[]): string[] {
  const faults: string[] = [];
  messages.forEach((message, index) => {
    const asked = message.content.filter(isToolUseBlock).map((block) => block.id);
    const next = messages[index + 1];
    const answered = next?.role === 'user' ? next.content.filter(isToolResultBlock).map((block) => block.tool_use_id) : [];
    if (message.role === 'assistant' && JSON.stringify(asked) !== JSON.stringify(answered))
      faults.push(`message ${index}: asked ${asked}, answered ${answered}`);
    if (message.role === 'user' && messages[index - 1]?.role !== 'assistant' && message.content.some(isToolResultBlock))
      faults.push(`message ${index}: results of nothing`);
    if (message.content.some((block) => 'text' in block && typeof block.text === 'string' && block.text.trim() === ''))
      faults.push(`message ${index}: blank text`);
  });
  return faults;
}

let ids = 0;
function newId(): string {
  ids += 1;
  return `toolu_${ids}`;
}
const blockArbitrary = fc.oneof(
  fc.constant(() => say('some text')),
  fc.constant((): ContentBlock => ({ type: 'thinking', thinking: 'hm', signature: 's' })),
  fc.constantFrom('Read', 'Write', 'Fails', 'Throws', 'Unknown').map((name) => () => use(newId(), name, { file_path: '/a' })),
  fc.constant(() => ({ ...use(newId(), 'Read'), unparsed: '{"oops' })),
);
const replyArbitrary = fc.record({
  blocks: fc.array(blockArbitrary, { maxLength: 5 }),
  stop: fc.constantFrom(
    'end_turn',
    'tool_use',
    'tool_use',
    'tool_use',
    'max_tokens',
    'pause_turn',
    'refusal',
    'model_context_window_exceeded',
    'odd',
  ),
  broken: fc.option(fc.constantFrom('network' as const, 'stalled' as const, 'overloaded' as const, 'invalid-request' as const), {
    nil: undefined,
    freq: 4,
  }),
  cutAfter: fc.nat(8),
});
type Reply = typeof replyArbitrary extends fc.Arbitrary<infer T> ? T : never;

function toReply(reply: Reply): FakeReply {
  const blocks = reply.blocks.map((block) => block());
  if (reply.broken !== undefined) {
    const partial = blocks.at(-1);
    return { open: blocks.slice(0, -1), ...(partial === undefined ? {} : { partial }), failure: { kind: reply.broken, message: 'broken' } };
  }
  return { blocks, stop: reply.stop };
}

/** Aborts the turn after so many events of any kind, wherever it stands. */
function abortAfter(turn: FakeTurn, count: number): AbortSignal {
  const stop = new AbortController();
  let seen = 0;
  turn.log.subscribe((events) => {
    seen += events.length;
    if (seen >= count) stop.abort();
  });
  return stop.signal;
}

const tools: FakeTool[] = [
  { name: 'Read', run: async () => ({ ok: true, content: 'text' }) },
  { name: 'Write', sideEffect: 'write', run: async () => ({ ok: true, content: '' }) },
  { name: 'Fails', run: async () => ({ ok: false, kind: 'not-found', message: 'no such file' }) },
  { name: 'Throws', sideEffect: 'execute', run: () => Promise.reject(new Error('boom')) },
];

test('whatever the model, the tools and the person do, every call in the history is answered once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(replyArbitrary, { minLength: 1, maxLength: 6 }),
      fc.option(fc.nat(40), { nil: undefined }),
      fc.constantFrom('allow-once' as const, 'reject' as const, 'expired' as const, 'cancelled' as const),
      fc.boolean(),
      async (replies, abortAt, answer, interactive) => {
        const provider = createFakeProvider(...replies.map(toReply), { blocks: [say('done')] });
        const turn = createFakeTurn({
          provider,
          tools: createFakeTools(...tools),
          limits: { rounds: 12 },
          interactive,
          decide: (tool) => ({ decision: tool === 'Write' ? 'ask' : 'allow' }),
          answer: async () => ({ type: answer }),
        });
        const outcome = await turn.run('go', abortAt === undefined ? undefined : abortAfter(turn, abortAt));
        const again = await turn.run('and then?');
        for (const request of provider.requests) expect(pairingFaults(JSON.parse(request.body).messages)).toEqual([]);
        expect(pairingFaults(turn.context.messages())).toEqual([]);
        expect(turn.of('turn/ended').map((event) => event.reason)).toEqual([outcome.reason, again.reason]);
        expect(turn.of('call/started').map((event) => event.call)).toEqual(turn.of('call/ended').map((event) => event.call));
        expect(turn.log.state.status).toBe('idle');
        const running = turn
          .calls()
          .filter((call) => call.state === 'validating' || call.state === 'executing' || call.state === 'awaiting-approval');
        expect(running).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
}, 60_000);

test('an abort between any two provider events leaves a valid history', async () => {
  const blocks = [{ type: 'thinking', thinking: 'hm', signature: 's' }, say('first'), use('t1', 'Read'), use('t2', 'Read')];
  const script: ProviderEvent[] = [{ type: 'opened' }];
  blocks.forEach((block, index) => {
    script.push(
      { type: 'block-started', index, block },
      { type: 'block-delta', index, channel: 'text', text: 'first' },
      { type: 'block-ended', index, block },
    );
  });
  script.push({ type: 'ended', stopReason: 'tool_use', usage: { input: 1, cacheRead: 0, cacheWrite: 0, output: 1 } });
  for (let cut = 0; cut < script.length; cut += 1) {
    const stop = new AbortController();
    const provider = createFakeProvider(async function* () {
      yield* script.slice(0, cut);
      stop.abort();
      yield { type: 'failed', failure: { kind: 'aborted', message: 'Stopped.' } };
    });
    const turn = createFakeTurn({ provider, tools: createFakeTools(...tools) });
    expect(await turn.run('go', stop.signal)).toMatchObject({ reason: 'aborted' });
    expect(pairingFaults(turn.context.messages())).toEqual([]);
    expect(turn.calls().every((call) => call.state === 'cancelled')).toBe(true);
  }
});
