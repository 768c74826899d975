import { describe, expect, it } from 'vitest';
import { planMarks } from '../../../main/core/context/cache-marks';
import { lintPayload } from '../../../main/core/context/lint-payload';
import { writeTree } from '../../support/context-files';
import { ContextSession, HAIKU } from '../../support/context-session';

async function begin(): Promise<ContextSession> {
  const session = await ContextSession.create();
  await writeTree(session.root, { 'project/CLAUDE.md': 'Rules.\n' });
  await session.begin();
  session.startTurn();
  return session;
}

const THINKING = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };

describe('cache marks', () => {
  it('stand on the front and on the newest block, once the prefix is long enough', async () => {
    const session = await begin();
    await session.say('Hi');
    const call = await session.call();
    expect(call.start.recipe.marks).toEqual([{ pointer: '/system/3' }, { pointer: '/messages/0/content/1' }]);
    expect(
      planMarks({
        front: { pointer: '/system/0', prefixTokens: 100 },
        previous: undefined,
        newest: { pointer: '/messages/0/content/0', prefixTokens: 600 },
        minimumTokens: 512,
        ttl: '1h',
      }),
    ).toEqual([{ pointer: '/messages/0/content/0', ttl: '1h' }]);
  });

  it('keep the place of the previous mark when more than 20 blocks came', async () => {
    const session = await begin();
    await session.say('Read a lot');
    await session.call();
    session.answer(
      [],
      Array.from({ length: 15 }, (_, index) => ({ id: `t${index}`, name: 'Read', input: {}, result: 'x' })),
    );
    const call = await session.call();
    expect(call.start.recipe.marks.map((mark) => mark.pointer)).toEqual(['/system/3', '/messages/0/content/1', '/messages/2/content/14']);
  });
});

describe('the prefix', () => {
  it('is whole from call to call, and gone when the cache has expired', async () => {
    const session = await begin();
    await session.say('Hi');
    const first = await session.call();
    session.answer([{ type: 'text', text: 'Hello' }]);
    session.now += 6 * 60_000;
    session.startTurn();
    await session.say('Again');
    const second = await session.call();
    expect(second.start.comparison).toMatchObject({ previous: first.start.call, brokenBy: 'idle-expiry', segments: 9 });
    expect(second.start.recipe.messages).toHaveLength(2);
  });

  it("breaks by name when the model changes, without the other model's thinking", async () => {
    const session = await begin();
    await session.say('Hi');
    await session.call();
    session.answer([THINKING, { type: 'text', text: 'Reading' }], [{ id: 't1', name: 'Read', input: {}, result: 'x' }]);
    await session.call();
    session.answer([THINKING, { type: 'text', text: 'Done' }]);
    session.startTurn();
    session.model = HAIKU;
    await session.say('Go on');
    const call = await session.call();
    expect(call.start.comparison.brokenBy).toBe('model-switch');
    expect(call.start.recipe.base).toBeUndefined();
    expect(call.start.lint.map((finding) => finding.code)).toEqual(['foreign-thinking', 'foreign-thinking']);
    expect(call.body).not.toContain('"thinking":"hm"');
    expect(session.events.some((event) => event.type === 'prefix/broken' && event.reason === 'model-switch')).toBe(true);
    session.answer([THINKING, { type: 'text', text: 'Yes' }]);
    session.startTurn();
    await session.say('More');
    expect((await session.call()).start.comparison.brokenBy).toBeUndefined();
  });

  it('sets a refused block aside, keeps its result paired, and refuses to do it twice', async () => {
    const session = await begin();
    await session.say('Look');
    await session.call();
    session.answer(
      [],
      [
        {
          id: 't1',
          name: 'Read',
          input: {},
          result: [
            { type: 'text', text: 'see' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          ],
        },
      ],
    );
    await session.call();
    const taken = await session.context.quarantine('/messages/2/content/0/content/1/source');
    expect(taken?.refused).toEqual({ block: 'tool_result', place: 3 });
    session.append(...(taken?.events ?? []));
    session.restart();
    const call = await session.call();
    expect(call.start.comparison.brokenBy).toBe('quarantine');
    expect(call.body).toContain('[This part is left out: the provider refused it.]');
    expect(lintPayload(call.body, session.model)).toEqual([]);
    expect(await session.context.quarantine('/messages/2/content/0')).toBeUndefined();
    expect(await session.context.quarantine('/system/0')).toBeUndefined();
  });

  it("goes on after a pause of the provider's own tools with the answer as the last message", async () => {
    const session = await begin();
    await session.say('Search');
    await session.call();
    session.answer([{ type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'x' } }], [], 'pause_turn');
    const body: { messages: Array<{ role: string }> } = JSON.parse((await session.call()).body);
    expect(body.messages.map((message) => message.role)).toEqual(['user', 'assistant']);
  });
});

describe('repairs', () => {
  it('are made and reported for what a provider would refuse', async () => {
    const session = await begin();
    await session.say('Go');
    await session.call();
    const huge = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(6 * 1024 * 1024) } };
    session.answer(
      [
        { type: 'text', text: ' ' },
        { type: 'text', text: 'half \ud83d' },
      ],
      [
        { id: 'bad id!', name: 'mcp.tool/x', input: { text: '\udc00' }, result: 'ok' },
        { id: 't2', name: 'Read', input: {}, result: [{ type: 'text', text: '' }], isError: true },
        { id: 't3', name: 'Read', input: {}, result: [{ type: 'text', text: 'x' }, huge] },
        { id: 't2', name: 'Read', input: {}, result: 'second' },
      ],
    );
    const call = await session.call();
    expect(lintPayload(call.body, session.model)).toEqual([]);
    expect([...new Set(call.start.lint.map((finding) => finding.code))].sort()).toEqual([
      'bad-id',
      'bad-tool-name',
      'duplicate-id',
      'empty-text',
      'image-too-large',
      'lone-surrogate',
    ]);
    expect(call.start.lint.every((finding) => finding.repaired)).toBe(true);
  });

  it('leave no thinking at the end of an answer, when its last text is blank or it has nothing else', async () => {
    const thought = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };
    const session = await begin();
    await session.say('Go');
    await session.call();
    session.answer([{ type: 'text', text: 'Well.' }, thought, { type: 'text', text: ' ' }]);
    await session.say('And?');
    const call = await session.call();
    expect(lintPayload(call.body, session.model)).toEqual([]);
    expect(call.start.lint.map((finding) => finding.code)).toEqual(['empty-text', 'last-thinking']);
    const body: { messages: Array<{ role: string; content: unknown[] }> } = JSON.parse(call.body);
    expect(body.messages[1]).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Well.' }] });
    session.answer([thought]);
    await session.say('So?');
    const last = await session.call();
    expect(last.start.lint.map((finding) => finding.code)).toContain('last-thinking');
    expect(lintPayload(last.body, session.model)).toEqual([]);
  });

  it('end a request with the user', async () => {
    const session = await begin();
    await session.say('Go');
    await session.call();
    session.answer([{ type: 'text', text: 'Done' }]);
    const call = await session.call();
    expect(call.start.lint.map((finding) => finding.code)).toEqual(['last-message-role']);
  });
});

describe('linting a whole body', () => {
  it('finds each thing that a provider refuses', () => {
    const codes = (body: unknown) => lintPayload(JSON.stringify(body), { maxImages: 1 }).map((finding) => finding.code);
    const use = (id: string) => ({ type: 'tool_use', id, name: 'x', input: {} });
    const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'x' });
    const user = (...content: unknown[]) => ({ role: 'user', content });
    const assistant = (...content: unknown[]) => ({ role: 'assistant', content });
    const hi = { type: 'text', text: 'hi' };
    expect(codes({ messages: [user(hi), assistant(use('a'), use('b')), user(result('b'), result('a'))] })).toEqual([
      'result-order',
      'result-order',
    ]);
    expect(codes({ messages: [user(hi), assistant(use('a')), user(hi)] })).toEqual(['unpaired-call']);
    expect(codes({ messages: [user(result('a'))] })).toEqual(['unpaired-result']);
    expect(codes({ messages: [assistant(hi)] })).toEqual(['first-message-role', 'last-message-role']);
    expect(codes({ messages: [user(hi), assistant(use('a')), user(result('a')), assistant(use('a')), user(result('a'))] })).toEqual([
      'duplicate-id',
    ]);
    expect(codes({ tools: [{ name: 'a.b', input_schema: { anyOf: [] } }], messages: [user({ type: 'text', text: ' ' })] })).toEqual([
      'bad-tool-name',
      'schema-root',
      'empty-text',
    ]);
    expect(codes({ messages: [user()] })).toEqual(['empty-message']);
    expect(codes({ messages: [user(hi), assistant(hi, { type: 'thinking', thinking: 'hm' }), user(hi)] })).toEqual(['last-thinking']);
    const mark = { ...hi, cache_control: { type: 'ephemeral' } };
    expect(codes({ messages: [user(mark, mark, mark, mark, mark)] })).toEqual(['cache-marks']);
    const image = { type: 'image', source: { type: 'base64', data: 'x' } };
    expect(codes({ messages: [user(hi), assistant(use('a')), user({ ...result('a'), is_error: true, content: [image, image] })] })).toEqual(
      ['error-result-with-image', 'too-many-images'],
    );
  });
});
