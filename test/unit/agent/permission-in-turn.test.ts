import { expect, test } from 'vitest';
import { createFakeProvider, say, use } from '../../support/fake-provider';
import { createFakeTools } from '../../support/fake-tools';
import { createFakeTurn } from '../../support/fake-turn';

const tools = createFakeTools({ name: 'Write', sideEffect: 'write', run: () => ({ ok: true, content: 'written' }) });
const provider = () =>
  createFakeProvider(
    { blocks: [use('1', 'Write', { file_path: '/project/a' }), use('2', 'Write', { file_path: '/project/b' })] },
    { blocks: [say('done')] },
  );
const ask = () => ({ decision: 'ask' as const });

test('a deny rule goes back to the model with its place', async () => {
  const rule = {
    text: 'Write(/project/**)',
    verdict: 'deny' as const,
    scope: 'project' as const,
    file: '/project/.claude/settings.json',
    line: 7,
  };
  const turn = createFakeTurn({ provider: provider(), tools, decide: () => ({ decision: 'deny', rule, reason: 'denied' }) });
  expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
  expect(turn.calls()[0]).toMatchObject({ state: 'denied', errorKind: 'denied', synthesised: true, decision: { rule } });
  expect(turn.result(0)).toBe(
    'Not run: denied by the rule "Write(/project/**)" in .claude/settings.json, line 7. Do not try to reach the same by another way.',
  );
});

test('an approved call runs, and "always" is granted', async () => {
  const offer = { rule: 'Write(/project/**)', scope: 'session' as const };
  const turn = createFakeTurn({ provider: provider(), tools, decide: ask, answer: async () => ({ type: 'allow-always', offer }) });
  await turn.run('go');
  expect(turn.granted).toEqual([offer, offer]);
  expect(turn.calls().map((call) => call.state)).toEqual(['success', 'success']);
});

test('a rejection ends the turn, and later calls of the answer do not run', async () => {
  const turn = createFakeTurn({ provider: provider(), tools, decide: ask, answer: async () => ({ type: 'reject' }) });
  expect(await turn.run('go')).toMatchObject({ reason: 'denied', rounds: 1 });
  expect(turn.calls().map((call) => [call.state, call.errorKind])).toEqual([
    ['denied', 'rejected'],
    ['cancelled', 'cancelled'],
  ]);
  expect(turn.asked).toHaveLength(1);
});

test('a rejection with words goes back to the model', async () => {
  const turn = createFakeTurn({
    provider: provider(),
    tools,
    decide: ask,
    answer: async () => ({ type: 'reject-with-words', words: 'use c instead' }),
  });
  expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
  expect(turn.result(0)).toBe('Not run: the person did not allow this call and says: use c instead');
  expect(turn.calls()[0]?.errorKind).toBe('corrected');
});

test('without a person, asking means denying: logged, and said to the model', async () => {
  const turn = createFakeTurn({ provider: provider(), tools, decide: ask, interactive: false });
  expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
  expect(turn.asked).toEqual([]);
  expect(turn.of('permission/requested')).toHaveLength(2);
  expect(turn.of('permission/resolved').map((event) => event.resolution.type)).toEqual(['headless', 'headless']);
  expect(turn.result(0)).toContain('nobody can give one here');
});

test('a stop while the card is open cancels the call', async () => {
  const stop = new AbortController();
  const turn = createFakeTurn({
    provider: provider(),
    tools,
    decide: ask,
    answer: (_request, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ type: 'cancelled' }));
        stop.abort();
      }),
  });
  expect(await turn.run('go', stop.signal)).toMatchObject({ reason: 'aborted' });
  expect(turn.calls().map((call) => call.state)).toEqual(['cancelled', 'cancelled']);
});

test('nobody is asked for a call that cannot succeed: the model gets the reason', async () => {
  const obstacle = { kind: 'not-read' as const, message: '/project/a has not been read in this session. Read it first.' };
  const blind = createFakeTools({ name: 'Write', sideEffect: 'write', obstacle, run: () => ({ ok: true, content: 'written' }) });
  const turn = createFakeTurn({ provider: provider(), tools: blind, decide: ask, answer: async () => ({ type: 'allow-once' }) });
  expect(await turn.run('go')).toMatchObject({ reason: 'end_turn' });
  expect(turn.asked).toEqual([]);
  expect(turn.calls()[0]).toMatchObject({ state: 'error', errorKind: 'not-read', synthesised: true });
  expect(turn.result(0)).toBe(obstacle.message);
});

test('a tool is told what its call was found to use', async () => {
  const told: unknown[] = [];
  const fetching = createFakeTools({
    name: 'Write',
    run: (_input, context) => {
      told.push(context.capabilities);
      return { ok: true, content: 'done' };
    },
  });
  const capabilities = [{ capability: 'network' as const }];
  const turn = createFakeTurn({ provider: provider(), tools: fetching, decide: () => ({ decision: 'allow', capabilities }) });
  await turn.run('go');
  expect(told).toEqual([capabilities, capabilities]);
});

test('calls side by side count foreign text that was read before them, not what the faster of them reads meanwhile', async () => {
  let read = (): void => undefined;
  const hasRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  const seen: Array<[string, readonly string[]]> = [];
  const turn = createFakeTurn({
    provider: createFakeProvider(
      { blocks: [use('1', 'Fast'), use('2', 'Slow')] },
      { blocks: [use('3', 'Fast')] },
      { blocks: [say('done')] },
    ),
    tools: createFakeTools(
      {
        name: 'Fast',
        run() {
          turn.context.foreign.push('https://example.com/');
          read();
          return { ok: true, content: 'from elsewhere' };
        },
      },
      { name: 'Slow', obstacle: { kind: 'failed', message: 'described later' }, run: () => ({ ok: true, content: 'read' }) },
    ),
    async hide(text) {
      if (text === 'described later') await hasRead;
      return text;
    },
    decide(tool, untrusted) {
      seen.push([tool, untrusted]);
      return { decision: 'allow' };
    },
  });
  await turn.run('go');
  expect(seen).toEqual([
    ['Fast', []],
    ['Slow', []],
    ['Fast', ['https://example.com/']],
  ]);
});
