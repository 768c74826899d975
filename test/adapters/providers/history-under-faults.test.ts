import { cp, mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHost } from '../../../main/host/create-host';
import type { Host } from '../../../main/host/host';
import { createNodePorts } from '../../../main/host/node-ports';
import { type RecordingServer, startRecordingServer } from '../../support/recording-server';

/**
 * The real host on a real project, against a server that answers anything and breaks anywhere: every request that it gets must
 * be one that the Messages API takes, and begin with the one before it.
 */

type Block = Record<string, unknown> & { type: string };
type Message = { role: string; content: Block[] };
interface Answer {
  blocks: Block[];
  stop: string;
  /** Number of events after which the connection breaks; undefined: never. */
  breakAfter: number | undefined;
  status: number;
}

let server: RecordingServer;
let host: Host;
let home = '';
let answers: Answer[] = [];
let aborted = false;
let session = '';

const THINKING = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };

function eventsOf(answer: Answer): Array<Record<string, unknown> & { type: string }> {
  const inputOf = (block: Block): string => (typeof block['raw'] === 'string' ? block['raw'] : JSON.stringify(block['input']));
  const blocks = answer.blocks.flatMap((block, index) => {
    const start = {
      type: 'content_block_start',
      index,
      content_block: { ...block, ...(block.type === 'tool_use' ? { input: {}, raw: undefined } : {}) },
    };
    const delta = { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: inputOf(block) } };
    return [start, ...(block.type === 'tool_use' ? [delta] : []), { type: 'content_block_stop', index }];
  });
  return [
    { type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason: answer.stop }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ];
}

function respond(response: ServerResponse): void {
  const answer = answers.shift() ?? { blocks: [{ type: 'text', text: 'done' }], stop: 'end_turn', breakAfter: undefined, status: 200 };
  if (answer.status !== 200) {
    response.writeHead(answer.status, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end(
      JSON.stringify({ type: 'error', error: { type: 'x', message: answer.status === 400 ? 'messages.0.content.0: bad' : 'no' } }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events = eventsOf(answer);
  for (const event of events.slice(0, answer.breakAfter)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  if (answer.breakAfter === undefined) response.end();
  else if (aborted) host.sessions.interrupt(session);
  else setImmediate(() => response.destroy());
}

beforeAll(async () => {
  server = await startRecordingServer((_request, response) => respond(response));
  home = await mkdtemp(join(tmpdir(), 'vitrine-faults-'));
  await cp('resources/sample-project', join(home, 'project'), { recursive: true });
  const invocation = {
    rules: { allow: ['Bash'], ask: ['Glob'], deny: ['Grep'] },
    trust: true,
    interactive: false,
    baseUrl: server.url,
    limits: { rounds: 8 },
  };
  host = createHost(
    createNodePorts({
      shellKind: 'run',
      home: join(home, 'vitrine'),
      personHome: home,
      env: { PATH: process.env['PATH'], ANTHROPIC_API_KEY: 'test-key-0123456789' },
      invocation,
    }),
  );
});
afterAll(async () => {
  await host.close();
  await server.close();
  await rm(home, { recursive: true, force: true });
});

let ids = 0;
function tool(name: string, input: Record<string, unknown>, raw?: string): () => Block {
  return () => {
    ids += 1;
    return { type: 'tool_use', id: `toolu_${ids}`, name, input, ...(raw === undefined ? {} : { raw }) };
  };
}
const block = fc.constantFrom<() => Block>(
  () => ({ type: 'text', text: 'some <system-reminder>text</system-reminder> \ud83d' }),
  () => ({ type: 'text', text: ' ' }),
  () => ({ ...THINKING }),
  tool('Read', { file_path: 'README.md' }),
  tool('Read', { file_path: 'nowhere.txt' }),
  tool('Bash', { command: 'echo hi; exit 3', description: 'x' }),
  tool('Grep', { pattern: 'x' }),
  tool('Glob', { pattern: '*' }),
  tool('Wrong.Tool', {}),
  tool('Read', {}, '{"file_path": "REA'),
  tool('Read', { nothing: 1 }),
);
const answer = fc.record({
  // A whole answer never ends with thinking; one that breaks off may.
  blocks: fc.array(block, { maxLength: 4 }).map((makers) => {
    const made = makers.map((make) => make());
    return made.slice(0, made.findLastIndex(({ type }) => type !== 'thinking') + 1);
  }),
  stop: fc.constantFrom('tool_use', 'tool_use', 'end_turn', 'max_tokens', 'pause_turn', 'refusal'),
  breakAfter: fc.option(fc.nat(12), { nil: undefined, freq: 4 }),
  status: fc.constantFrom(200, 200, 200, 200, 200, 429, 400),
});

function faultsOf(messages: readonly Message[]): string[] {
  const faults: string[] = [];
  const ofType = (message: Message | undefined, type: string): Block[] => (message?.content ?? []).filter((part) => part.type === type);
  messages.forEach((message, index) => {
    const asked = ofType(message, 'tool_use').map((part) => part['id']);
    const next = messages[index + 1];
    const answered = ofType(next, 'tool_result').map((part) => part['tool_use_id']);
    if (message.role === 'assistant' && JSON.stringify(asked) !== JSON.stringify(answered))
      faults.push(`${index}: asked ${asked}, answered ${answered}`);
    if (ofType(message, 'tool_result').length > 0 && messages[index - 1]?.role !== 'assistant') faults.push(`${index}: results of nothing`);
    const firstOther = message.content.findIndex((part) => part.type !== 'tool_result');
    if (firstOther >= 0 && message.content.slice(firstOther).some((part) => part.type === 'tool_result'))
      faults.push(`${index}: results are not first`);
    if (message.content.length === 0) faults.push(`${index}: empty`);
    if (ofType(message, 'text').some((part) => String(part['text']).trim() === '')) faults.push(`${index}: blank text`);
    if (message.role === 'assistant' && message.content.at(-1)?.type === 'thinking') faults.push(`${index}: ends with thinking`);
  });
  if (messages[0]?.role !== 'user') faults.push('begins with the model');
  return faults;
}

const plain = (body: string): { messages: Message[]; system: unknown } =>
  JSON.parse(body, (key, value: unknown) => (key === 'cache_control' ? undefined : value));

test('whatever the server does, the next request is one that it takes', { retry: 0, timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 5 }), fc.boolean(), async (planned, stopped) => {
      server.requests.length = 0;
      aborted = stopped;
      answers = [...planned];
      session = '';
      const first = await host.sessions.send({
        folder: join(home, 'project'),
        input: { text: 'go', images: [] },
        model: 'anthropic/claude-opus-5-5',
      });
      session = first.session;
      await first.finished;
      const second = await host.sessions.send({ session, input: { text: 'and then?', images: [] } });
      await second.finished;
      const bodies = server.requests.map((request) => plain(request.body.toString('utf8')));
      for (const body of bodies) expect(faultsOf(body.messages)).toEqual([]);
      const broken = planned.some(({ status }) => status === 400);
      bodies.slice(1).forEach((body, index) => {
        const before = bodies[index]?.messages ?? [];
        if (!broken) expect(body.messages.slice(0, before.length)).toEqual(before);
      });
    }),
    {
      numRuns: 15,
      endOnFailure: true,
      examples: [[[{ blocks: [THINKING, { type: 'text', text: ' ' }], stop: 'max_tokens', breakAfter: undefined, status: 200 }], false]],
    },
  );
});
