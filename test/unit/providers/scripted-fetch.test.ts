import { describe, expect, test } from 'vitest';
import { createAnthropicProvider } from '../../../main/adapters/providers/anthropic-provider';
import { createScriptedFetch } from '../../../main/adapters/providers/scripted-fetch';
import type { ProviderEvent } from '../../../main/core/providers/provider';
import { readScript } from '../../support/scripted-server';

const SCRIPT = `
turns:
  - id: greet
    prompt: Say hello.
    title: { en: A greeting, ja: あいさつ }
    look: { en: Look, ja: 見る }
    match: [挨拶して]
    rounds:
      - thinking: hm
        text: { en: 'Hello from {{cwd}}', ja: 'こんにちは' }
        calls: [{ name: Read, input: { file_path: '{{cwd}}/a', nested: ['{{cwd}}'] } }]
      - - { when: { error: true }, text: it failed }
        - { when: { result: 'b+' }, text: it says b }
        - text: something else
  - id: pattern
    matches: '^price of (\\w+)'
    rounds: [{ text: cheap, usage: { output: 99 } }]
`;
const scripted = createScriptedFetch({ name: 'test', script: readScript(SCRIPT), sleep: async () => undefined });
const provider = createAnthropicProvider({ name: 'scripted', apiKey: async () => 'scripted', fetch: scripted });

type Message = { role: string; content: unknown };
const user = (...texts: string[]): Message => ({ role: 'user', content: texts.map((text) => ({ type: 'text', text })) });
const answer: Message = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Read', input: {} }] };
const result = (content: string, is_error = false): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 't', content, is_error }],
});

async function send(
  messages: Message[],
  more: Record<string, unknown> = {},
): Promise<{ blocks: unknown[]; text: string; end: ProviderEvent | undefined }> {
  const body = JSON.stringify({
    model: 'test',
    max_tokens: 10,
    stream: true,
    system: [{ type: 'text', text: '# Environment\nProject folder: /home/me/tea shop\nPlatform: linux' }],
    messages,
    ...more,
  });
  const blocks: unknown[] = [];
  let text = '';
  let end: ProviderEvent | undefined;
  for await (const event of provider.stream({ body, headers: {} }, new AbortController().signal)) {
    if (event.type === 'block-ended') blocks.push(event.block);
    if (event.type === 'block-delta' && event.channel === 'text') text += event.text;
    end = event;
  }
  return { blocks, text, end };
}

describe('the scripted model', () => {
  test('plays the first round, with the folder filled in', async () => {
    const { blocks, end } = await send([user('<system-reminder>\nSay nothing.\n</system-reminder>', '  say HELLO. ')]);
    expect(blocks).toMatchObject([
      { type: 'thinking', thinking: 'hm', signature: expect.stringMatching(/.+/) },
      { type: 'text', text: 'Hello from /home/me/tea shop' },
      { type: 'tool_use', name: 'Read', input: { file_path: '/home/me/tea shop/a', nested: ['/home/me/tea shop'] } },
    ]);
    expect(end).toMatchObject({ type: 'ended', stopReason: 'tool_use' });
  });

  test('answers in the language of the request', async () => {
    expect((await send([user('挨拶して')])).text).toBe('こんにちは');
  });

  test.each([
    ['an error', result('no', true), 'it failed'],
    ['a matching result', result('abbb'), 'it says b'],
    ['any other', result('zzz'), 'something else'],
  ])('chooses the second round by %s', async (_what, last, expected) => {
    expect((await send([user('Say hello.'), answer, last])).text).toBe(expected);
  });

  test('counts rounds from the newest typed text', async () => {
    expect(
      (await send([user('price of tea'), answer, result('x'), user('<document path="a">Say hello.</document>', 'price of milk')])).text,
    ).toBe('cheap');
    expect((await send([user('price of tea')])).end).toMatchObject({ usage: { output: 99 } });
    expect((await send([user('price of tea'), answer, result('x')])).text).toContain('nothing more for this step');
  });

  test('goes on where it stopped when the host says "Continue."', async () => {
    expect(
      (await send([user('Say hello.'), { role: 'assistant', content: [{ type: 'text', text: 'Hel' }] }, user('Continue.')])).text,
    ).toBe('something else');
  });

  test('lists what it can play for anything else, says that it is scripted, and does so in Japanese for Japanese', async () => {
    const english = await send([user('write me a compiler')]);
    expect(english.text).toContain('scripted model');
    expect(english.text).toContain('1. **A greeting**: `Say hello.`');
    const japanese = await send([user('コンパイラを書いて')]);
    expect(japanese.text).toContain('台本モデル');
    expect(japanese.text).toContain('**あいさつ**');
  });

  test('counts cache reads and writes by marks and prefix, like the service', async () => {
    const mark = { cache_control: { type: 'ephemeral' } };
    const long = (word: string): string => `Project folder: /p\n${`${word} `.repeat(2000)}`;
    const system = (word: string) => [{ type: 'text', text: long(word), ...mark }];
    const first = await send([user('price of a')], { system: system('stable') });
    const second = await send([user('price of a'), answer, result('x')], { system: system('stable') });
    const changed = await send([user('price of a')], { system: system('changed') });
    const usage = (sent: typeof first) => (sent.end?.type === 'ended' ? sent.end.usage : undefined);
    expect(usage(first)).toMatchObject({ cacheRead: 0, cacheWrite: expect.toSatisfy((count: number) => count > 1000) });
    expect(usage(second)).toMatchObject({ cacheRead: usage(first)?.cacheWrite, cacheWrite: 0 });
    expect(usage(changed)).toMatchObject({ cacheRead: 0 });
  });

  test('caches nothing below the minimum', async () => {
    const system = [{ type: 'text', text: 'short', cache_control: { type: 'ephemeral' } }];
    expect((await send([user('price of a')], { system })).end).toMatchObject({ usage: { cacheRead: 0, cacheWrite: 0 } });
  });

  test.each([
    ['reset', 'interrupted-stream'],
    ['stall', 'stalled'],
    ['cut', 'interrupted-stream'],
    ['error-event', 'overloaded'],
    ['http', 'overloaded'],
  ])('a %s inside the process is what the adapter calls %s on the network, once', async (kind, expected) => {
    const script = readScript(`turns: [{ id: a, match: go, rounds: [{ text: hello there you all, failure: { kind: ${kind} } }] }]`);
    const faulty = createAnthropicProvider({
      name: 's',
      apiKey: async () => 'k',
      fetch: createScriptedFetch({ name: 's', script }),
      stallMs: 100,
    });
    const body = JSON.stringify({ model: 's', messages: [user('go')] });
    const ends: unknown[] = [];
    for (let count = 0; count < 3; count += 1) {
      for await (const event of faulty.stream({ body, headers: {} }, new AbortController().signal)) {
        if (event.type === 'ended') ends.push(event.stopReason);
        if (event.type === 'failed') ends.push(event.failure.kind);
      }
    }
    expect(ends).toEqual([expected, 'end_turn', expected]);
  });

  test('lists itself as a model, and refuses other addresses and bodies', async () => {
    expect(await (await scripted('https://x/v1/models')).json()).toMatchObject({ data: [{ id: 'test' }] });
    expect((await scripted('https://x/v1/other', { method: 'POST', body: '{}' })).status).toBe(404);
    expect((await scripted('https://x/v1/messages', { method: 'POST', body: '{' })).status).toBe(400);
  });
});
