import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { ProviderEvent } from '../../../main/core/providers/provider';
import { createAnthropicProvider } from '../../../main/adapters/providers/anthropic-provider';
import { eventually } from '../../support/eventually';
import { type RecordingServer, startRecordingServer } from '../../support/recording-server';

let server: RecordingServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const KEY = 'sk-ant-test-0123456789abcdef';
const REPLY: Array<Record<string, unknown> & { type: string }> = [
  {
    type: 'message_start',
    message: { usage: { input_tokens: 7, output_tokens: 1, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 } },
  },
  { type: 'ping' },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'let me ' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'see' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'héllo 😀' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'never_heard_of', value: 1 } },
  { type: 'content_block_stop', index: 1 },
  { type: 'never_heard_of' },
  { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} } },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"file_' } },
  { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: 'path":"/a"}' } },
  { type: 'content_block_stop', index: 2 },
  { type: 'content_block_start', index: 3, content_block: { type: 'tool_use', id: 'toolu_2', name: 'List', input: {} } },
  { type: 'content_block_stop', index: 3 },
  { type: 'content_block_start', index: 4, content_block: { type: 'new_kind', secret: 42 } },
  { type: 'content_block_stop', index: 4 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 25 } },
  { type: 'message_stop' },
];

function write(response: ServerResponse, events: typeof REPLY): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_9' });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

async function ask(
  body: string,
  options: { stallMs?: number; headers?: Record<string, string>; signal?: AbortSignal; onEvent?: (event: ProviderEvent) => void } = {},
): Promise<ProviderEvent[]> {
  const provider = createAnthropicProvider({
    name: 'anthropic',
    apiKey: async () => KEY,
    baseUrl: server?.url ?? '',
    stallMs: options.stallMs ?? 5000,
  });
  const events: ProviderEvent[] = [];
  for await (const event of provider.stream({ body, headers: options.headers ?? {} }, options.signal ?? new AbortController().signal)) {
    events.push(event);
    options.onEvent?.(event);
  }
  return events;
}

async function failure(answer: Parameters<typeof startRecordingServer>[0], options: Parameters<typeof ask>[1] = {}) {
  server = await startRecordingServer(answer);
  const last = (await ask('{}', options)).at(-1);
  return last?.type === 'failed' ? last.failure : last;
}

function refuse(response: ServerResponse, status: number, error: Record<string, unknown>, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_err', ...headers });
  response.end(JSON.stringify({ type: 'error', error }));
}

describe('the Anthropic provider', () => {
  test('sends the body byte for byte, with the key in both headers', async () => {
    server = await startRecordingServer((_request, response) => {
      write(response, REPLY);
      response.end();
    });
    const body = '{"b":1,  "a":"ü 😀 \\ud800 \\u2028 </script>",\n "stream":true}';
    await ask(body, { headers: { 'anthropic-beta': 'x-2026' } });
    const [request] = server.requests;
    expect(request?.body.equals(Buffer.from(body, 'utf8'))).toBe(true);
    expect(request?.path).toBe('/v1/messages');
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-api-key': KEY,
      authorization: `Bearer ${KEY}`,
      'anthropic-beta': 'x-2026',
      'anthropic-version': '2026-10-21',
    });
    expect(Object.keys(request?.headers ?? {})).not.toContain('traceparent');
  });

  test('uses its connection again, and does not wait for a server that leaves the answer open', async () => {
    const ports: (number | undefined)[] = [];
    let ends = true;
    server = await startRecordingServer((request, response) => {
      ports.push(request.port);
      write(response, REPLY);
      if (ends) response.end();
    });
    // The end of an answer may come a moment after its last event.
    await eventually(async () => {
      expect((await ask('{}')).at(-1)).toMatchObject({ type: 'ended' });
      expect(new Set(ports).size).toBeLessThan(ports.length);
    });
    ends = false;
    expect((await ask('{}')).at(-1)).toMatchObject({ type: 'ended' });
  });

  test('gives raw, whole blocks and the last usage', async () => {
    server = await startRecordingServer((_request, response) => {
      write(response, REPLY);
      response.end();
    });
    const events = await ask('{}');
    expect(events[0]).toEqual({ type: 'opened', requestId: 'req_9' });
    expect(events.flatMap((event) => (event.type === 'block-ended' ? [event.block] : []))).toEqual([
      { type: 'thinking', thinking: 'let me see', signature: 'c2ln' },
      { type: 'text', text: 'héllo 😀' },
      { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/a' } },
      { type: 'tool_use', id: 'toolu_2', name: 'List', input: {} },
      { type: 'new_kind', secret: 42 },
    ]);
    expect(events.at(-1)).toEqual({ type: 'ended', stopReason: 'tool_use', usage: { input: 7, cacheRead: 3, cacheWrite: 2, output: 25 } });
  });

  test.each([
    { type: 'tool_use', id: 5, name: 'Read', input: {} },
    { type: 'tool_use', id: 'a', name: { a: 1 }, input: {} },
    { type: 'tool_use', id: 'a', name: 'Read', input: 'text' },
    { type: 'text', text: 5 },
    { type: 'thinking', thinking: [] },
    { type: 'redacted_thinking' },
    { type: 'new_kind', data: JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`) },
  ])('ends with a failure at a block that cannot be one: %#', async (content_block) => {
    const ended = await failure((_request, response) => {
      write(response, [{ type: 'content_block_start', index: 0, content_block }, ...REPLY]);
      response.end();
    });
    expect(ended).toMatchObject({ kind: 'protocol' });
  });

  test('takes an input nested beyond use for one that cannot be read', async () => {
    const partial_json = `${'{"a":'.repeat(6000)}1${'}'.repeat(6000)}`;
    server = await startRecordingServer((_request, response) => {
      write(response, [
        { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'a', name: 'Read', input: {} } },
        { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json } },
        { type: 'content_block_stop', index: 0 },
      ]);
      response.end();
    });
    expect((await ask('{}')).find((event) => event.type === 'block-ended')).toMatchObject({ unparsed: partial_json, block: { input: {} } });
  });

  test('leaves out counts that cannot be counts, and keeps the answer', async () => {
    server = await startRecordingServer((_request, response) => {
      write(response, [
        { type: 'message_start', message: { usage: { input_tokens: -5, output_tokens: 1.5, cache_read_input_tokens: '7' } } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'hello' } },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1e300, input_tokens: 4 } },
        { type: 'message_stop' },
      ]);
      response.end();
    });
    const events = await ask('{}');
    expect(events.find((event) => event.type === 'block-ended')).toMatchObject({ block: { type: 'text', text: 'hello' } });
    expect(events.at(-1)).toEqual({ type: 'ended', stopReason: 'end_turn', usage: { input: 4, cacheRead: 0, cacheWrite: 0, output: 0 } });
  });

  test.each([
    [
      'events',
      `event: content_block_delta\ndata: ${JSON.stringify({ type: 'content_block_delta', index: 3, delta: { type: 'text_delta', text: 'x'.repeat(100_000) } })}\n\n`,
      'protocol',
    ],
    ['one line', 'x'.repeat(1_000_000), 'interrupted-stream'],
  ])('ends an answer without an end: %s', async (_what, piece, kind) => {
    const ended = await failure((_request, response) => {
      write(response, [{ type: 'content_block_start', index: 3, content_block: { type: 'text', text: '' } }]);
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(ended).toMatchObject({ kind });
  });

  test('keeps the text of an input that is not JSON, or not an object', async () => {
    server = await startRecordingServer((_request, response) => {
      write(response, [
        { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'a', name: 'Read', input: {} } },
        { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a": 1,' } },
        { type: 'content_block_stop', index: 0 },
        { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'b', name: 'Read', input: {} } },
        { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '[1]' } },
        { type: 'content_block_stop', index: 1 },
      ]);
      response.end();
    });
    const ended = (await ask('{}')).filter((event) => event.type === 'block-ended');
    expect(ended).toMatchObject([
      { unparsed: '{"a": 1,', block: { input: {} } },
      { unparsed: '[1]', block: { input: {} } },
    ]);
  });

  test.each([
    [400, 'invalid_request_error', 'invalid-request'],
    [400, 'billing_error', 'billing'],
    [401, 'authentication_error', 'authentication'],
    [402, 'billing_error', 'billing'],
    [403, 'permission_error', 'forbidden'],
    [404, 'not_found_error', 'not-found'],
    [409, 'conflict_error', 'server'],
    [413, 'request_too_large', 'too-large'],
    [429, 'rate_limit_error', 'rate-limited'],
    [500, 'api_error', 'server'],
    [503, 'api_error', 'server'],
    [504, 'timeout_error', 'timeout'],
    [529, 'overloaded_error', 'overloaded'],
  ])('maps status %i with %s to %s', async (status, type, kind) => {
    expect(await failure((_request, response) => refuse(response, status, { type, message: 'words' }))).toMatchObject({
      kind,
      status,
      message: 'words',
      requestId: 'req_err',
    });
    expect(server?.requests).toHaveLength(1);
  });

  test('reads retry-after in seconds and in milliseconds', async () => {
    expect(await failure((_request, response) => refuse(response, 429, {}, { 'retry-after': '7' }))).toMatchObject({ retryAfterMs: 7000 });
    await server?.close();
    expect(await failure((_request, response) => refuse(response, 429, {}, { 'retry-after-ms': '250' }))).toMatchObject({
      retryAfterMs: 250,
    });
  });

  test('reads what the server says of another attempt', async () => {
    expect(await failure((_request, response) => refuse(response, 429, {}, { 'x-should-retry': 'false' }))).toMatchObject({
      kind: 'rate-limited',
      shouldRetry: false,
    });
    await server?.close();
    expect(await failure((_request, response) => refuse(response, 400, {}, { 'x-should-retry': 'true' }))).toMatchObject({
      shouldRetry: true,
    });
    await server?.close();
    expect(await failure((_request, response) => refuse(response, 429, {}))).not.toHaveProperty('shouldRetry');
  });

  test('points at the block that a 400 names', async () => {
    const message = 'messages.3.content.1.image.source.base64: image exceeds 5 MB maximum';
    expect(await failure((_request, response) => refuse(response, 400, { type: 'invalid_request_error', message }))).toMatchObject({
      pointer: '/messages/3/content/1',
      message,
    });
    await server?.close();
    expect(
      await failure((_request, response) => refuse(response, 400, { type: 'invalid_request_error', message: 'messages.5: empty' })),
    ).toMatchObject({ pointer: '/messages/5' });
  });

  test('follows no redirect: key and conversation stay with the address that was chosen', async () => {
    const other = await startRecordingServer((_request, response) => void response.end());
    const result = await failure((_request, response) => {
      response.writeHead(307, { location: `${other.url.replace('127.0.0.1', 'localhost')}/v1/messages` });
      response.end();
    });
    await other.close();
    expect(result).toMatchObject({ status: 307, message: expect.stringContaining('redirects') });
    expect(other.requests).toHaveLength(0);
  });

  test('reads no more of an error than its beginning', async () => {
    let ended = false;
    const result = await failure((_request, response) => {
      response.writeHead(400, { 'content-type': 'text/html' });
      response.on('close', () => (ended = true));
      const more = (): void => {
        while (!ended && response.write('x'.repeat(65_536)));
        if (!ended) response.once('drain', more);
      };
      more();
    });
    expect(result).toMatchObject({ kind: 'invalid-request', status: 400 });
    expect(JSON.stringify(result).length).toBeLessThan(3000);
  });

  test('never repeats the key in a message', async () => {
    const result = await failure((_request, response) =>
      refuse(response, 401, { type: 'authentication_error', message: `bad key ${KEY}, Bearer abcdefghijkl` }),
    );
    expect(result).toMatchObject({ message: 'bad key [key], Bearer [key]' });
  });

  test('an error event inside the stream is a failure with what was counted so far', async () => {
    server = await startRecordingServer((_request, response) => {
      write(response, [...REPLY.slice(0, 5), { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }]);
      response.end();
    });
    expect((await ask('{}')).at(-1)).toMatchObject({
      type: 'failed',
      failure: { kind: 'overloaded', message: 'Overloaded' },
      usage: { input: 7 },
    });
  });

  test.each([
    ['an answer', REPLY, { type: 'ended', stopReason: 'tool_use' }],
    [
      'an error',
      [...REPLY.slice(0, 5), { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
      { type: 'failed', failure: { kind: 'overloaded' } },
    ],
  ])('a stream that goes on after %s keeps nobody waiting', async (_what, events, end) => {
    let going: NodeJS.Timeout | undefined;
    server = await startRecordingServer((_request, response) => {
      write(response, events);
      going = setInterval(() => write(response, [{ type: 'ping' }]), 20);
      response.once('close', () => clearInterval(going));
    });
    expect((await ask('{}')).at(-1)).toMatchObject(end);
  });

  test('a connection that breaks before the answer is a network failure, one that breaks inside it an interruption', async () => {
    expect(await failure((_request, response) => void response.destroy())).toMatchObject({ kind: 'network' });
    await server?.close();
    const reset = await failure((_request, response) => {
      write(response, REPLY.slice(0, 4));
      setTimeout(() => response.destroy(), 20);
    });
    expect(reset).toMatchObject({ kind: 'interrupted-stream' });
  });

  test('a port where nobody listens is a network failure that names the reason', async () => {
    server = await startRecordingServer(() => undefined);
    await server.close();
    const last = (await ask('{}')).at(-1);
    expect(last).toMatchObject({ type: 'failed', failure: { kind: 'network', message: expect.stringContaining('ECONNREFUSED') } });
    server = undefined;
  });

  test('a stream that ends without message_stop is an interruption', async () => {
    const result = await failure((_request, response) => {
      write(response, REPLY.slice(0, -1));
      response.end();
    });
    expect(result).toMatchObject({ kind: 'interrupted-stream' });
  });

  test('bytes that are no event are a protocol failure', async () => {
    const result = await failure((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('event: message_start\ndata: {oops\n\n');
    });
    expect(result).toMatchObject({ kind: 'protocol' });
  });

  test('a silent stream is stalled, and pings keep it alive', async () => {
    expect(await failure((_request, response) => write(response, REPLY.slice(0, 3)), { stallMs: 100 })).toMatchObject({ kind: 'stalled' });
    await server?.close();
    server = await startRecordingServer(async (_request, response) => {
      for (let count = 0; count < 25; count += 1) {
        write(response, [{ type: 'ping' }]);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      write(response, REPLY);
      response.end();
    });
    expect((await ask('{}', { stallMs: 2_000 })).at(-1)).toMatchObject({ type: 'ended' });
  });

  test('an abort ends the stream and the connection', async () => {
    const stop = new AbortController();
    let closed: Promise<void> | undefined;
    server = await startRecordingServer((_request, response) => {
      closed = new Promise((resolve) => response.on('close', () => resolve()));
      write(response, REPLY.slice(0, 5));
    });
    const events = await ask('{}', { signal: stop.signal, onEvent: (event) => event.type === 'block-delta' && stop.abort() });
    expect(events.at(-1)).toMatchObject({ type: 'failed', failure: { kind: 'aborted' } });
    await closed;
  });

  test('sends nothing without a key', async () => {
    server = await startRecordingServer(() => undefined);
    const provider = createAnthropicProvider({ name: 'anthropic', apiKey: async () => undefined, baseUrl: server.url });
    const events: ProviderEvent[] = [];
    for await (const event of provider.stream({ body: '{}', headers: {} }, new AbortController().signal)) events.push(event);
    expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'no-credential' } }]);
    expect(server.requests).toHaveLength(0);
  });
});
