import { mkdir, mkdtemp, open, realpath, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CLI, runCli } from '../support/built-cli';
import { type RecordingServer, startRecordingServer } from '../support/recording-server';

let base = '';
let server: RecordingServer | undefined;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'cli-model-')));
  await mkdir(join(base, 'project'));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(base, { recursive: true, force: true });
});

type Event = Record<string, unknown> & { type: string };
const text = (words: string): Event[] => [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words } },
  { type: 'content_block_stop', index: 0 },
];
const START: Event = { type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } };
const END: Event[] = [{ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } }, { type: 'message_stop' }];
function write(response: ServerResponse, events: readonly Event[]): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

const environment = (): Record<string, string> => ({
  HOME: base,
  VITRINE_HOME: join(base, 'home'),
  ANTHROPIC_API_KEY: 'test-key-0123456789',
});
const ask = (...more: string[]) =>
  runCli(['run', '-p', 'Say it.', '--output', 'json', '--model', 'anthropic/claude-opus-5-5', ...more], {
    cwd: join(base, 'project'),
    env: environment(),
  });

it('reports what was said once, though an attempt before had begun to say it', async () => {
  server = await startRecordingServer((_request, response, number) => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    write(response, number > 2 ? [START, ...text('done'), ...END] : [START, ...text('hi'), overloaded]);
    response.end();
  });
  const { code, out } = await ask('--base-url', server.url);
  expect([code, JSON.parse(out)]).toMatchObject([0, { result: 'done', stopReason: 'end_turn' }]);
});

it('sends nothing to an address that cannot be one, nor to the usual one instead, and says which it is', async () => {
  server = await startRecordingServer((_request, response) => void response.end());
  const query = `${server.url}/?api_key=QU3RY`;
  const option = await ask('--base-url', query);
  expect(option).toMatchObject({ code: 2, err: expect.stringContaining('it has a query or a fragment') });

  await mkdir(join(base, 'home'));
  for (const [baseUrl, why] of [
    [query, 'it has a query'],
    ['javascript:alert(1)', 'it is not an http or https address'],
    [server.url.replace('://', '://user:pw@'), 'it carries a name or a password'],
  ]) {
    await writeFile(join(base, 'home/config.json'), JSON.stringify({ version: 1, baseUrl }));
    const set = await ask();
    expect([set.code, set.err.includes(`the base URL in the settings cannot be used: ${why}`)]).toEqual([2, true]);
    expect(set.err).not.toContain('QU3RY');
  }
  expect(server.requests).toEqual([]);
});

it.runIf(process.platform === 'linux')('settles the turn and fails in one line where standard output takes nothing', async () => {
  server = await startRecordingServer((_request, response) => {
    write(response, [START, ...text('done'), ...END]);
    response.end();
  });
  const args = ['run', '-p', 'Say it.', '--output', 'stream-json', '--model', 'anthropic/claude-opus-5-5', '--base-url', server.url];
  const full = await open('/dev/full', 'w');
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: join(base, 'project'),
    env: { ...process.env, ...environment() },
    stdio: ['ignore', full.fd, 'pipe'],
  });
  await full.close();
  let err = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (err += part));
  const [code] = await once(child, 'close');
  expect([code, err.split('\n').filter((line) => line.includes('standard output'))]).toEqual([
    1,
    [expect.stringContaining('standard output cannot be written: ENOSPC')],
  ]);
  const shown = await runCli(['sessions', 'show', 'last', '--json'], { cwd: join(base, 'project'), env: environment() });
  expect(shown.out).toContain('end_turn');
});
