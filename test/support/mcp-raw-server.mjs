// A server of the older protocol on stdio, without any library, that misbehaves as its arguments and its tools say.
//   --silent              says nothing to what it does not know
//   --exit-on-unknown     ends at a request before `initialize`, as some servers do
//   --stubborn            ignores the end of its input and TERM
//   --fork                starts a grandchild in a session of its own, and one in its group, both of which ignore TERM
//   --mute                never answers anything
//   --modern              says that it speaks the newer protocol
//   --pages               lists its tools in pages, the second of which has an empty cursor
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const flags = new Set(process.argv.slice(2));
const sleeper = ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);"];
let tools = ['big', 'image', 'grumble', 'die', 'twice', 'malformed', 'flood', 'progress', 'hang', 'change', 'environment', 'fill', 'late'];
const cancelled = [];

if (flags.has('--stubborn')) process.on('SIGTERM', () => {});
if (flags.has('--fork')) {
  spawn(process.execPath, sleeper, { stdio: 'ignore', detached: true }).unref();
  spawn(process.execPath, sleeper, { stdio: 'ignore' });
}
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => take(JSON.parse(line)));
if (flags.has('--stubborn')) setInterval(() => {}, 1000);
else lines.on('close', () => process.exit(0));

function write(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function notify(method, params = {}) {
  write({ method, params });
}

function answer(id, text) {
  write({ id, result: { content: [{ type: 'text', text }] } });
}

function take({ id, method, params }) {
  if (flags.has('--mute')) return;
  if (method === 'initialize') {
    const capabilities = { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, logging: {} };
    write({ id, result: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'raw', version: '1' } } });
  } else if (method === 'server/discover' && flags.has('--modern')) {
    const about = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private' };
    write({ id, result: { resultType: 'complete', ...about } });
  } else if (method === 'tools/list' && flags.has('--pages')) {
    const pages = [{ tools: [{ name: 'first', inputSchema: { type: 'object' } }], nextCursor: '' }, { tools: [STRUCTURED] }];
    write({ id, result: pages[params?.cursor === '' ? 1 : 0] });
  } else if (method === 'tools/list') {
    write({ id, result: { tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } })) } });
  } else if (method === 'tools/call') {
    call(id, params.name, params.arguments, params._meta?.progressToken);
  } else if (method === 'notifications/cancelled') {
    cancelled.push(params.requestId);
  } else if (method === 'resources/list') {
    write({ id, result: { resources: [] } });
  } else if (id !== undefined) {
    if (flags.has('--exit-on-unknown')) process.exit(3);
    if (!flags.has('--silent')) write({ id, error: { code: -32601, message: 'unknown' } });
  }
}

const outputSchema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };
const STRUCTURED = { name: 'structured', inputSchema: { type: 'object' }, outputSchema };

function call(id, name, input, progressToken) {
  switch (name) {
    case 'big':
      return answer(id, 'x'.repeat(input.bytes));
    case 'image':
      return write({ id, result: { content: [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(input.bytes) }] } });
    case 'grumble':
      return process.stderr.write('e'.repeat(1_048_576), () => answer(id, 'grumbled'));
    case 'die':
      return process.exit(7);
    case 'twice':
      answer(id, 'first');
      return answer(id, 'second');
    case 'malformed':
      process.stdout.write('a banner\n{"jsonrpc":"2.0","id":\n[1,2]\n"text"\n{"jsonrpc":"1.0"}\n{"jsonrpc":"2.0","id":{},"result":{}}\n\n');
      return answer(id, 'after');
    case 'flood':
      for (let count = 0; count < input.count; count += 1) {
        notify('notifications/tools/list_changed');
        notify('notifications/resources/updated', { uri: 'test://one' });
        notify('notifications/message', { level: 'info', data: `line ${count}` });
      }
      return answer(id, 'flooded');
    case 'progress':
      for (let step = 1; step <= 4; step += 1) notify('notifications/progress', { progressToken, progress: step, total: 4 });
      return answer(id, 'done');
    case 'late':
      answer(id, 'done');
      return notify('notifications/progress', { progressToken, progress: 9 });
    case 'hang':
      return undefined;
    case 'typed':
      return write({ id, result: { ...input, content: [] } });
    case 'structured':
      return write({ id, result: { content: [], structuredContent: input } });
    case 'change':
      tools = ['other'];
      notify('notifications/tools/list_changed');
      return answer(id, 'changed');
    case 'environment':
      return answer(id, JSON.stringify({ env: process.env, cancelled }));
    default:
      // A line that never ends.
      return process.stdout.write('y'.repeat(input.bytes));
  }
}
