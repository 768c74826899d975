// One visit to servers of the Model Context Protocol, as a process of its own; prints its times as JSON.
//   node mcp-visit.mjs plain|product speed   the time to connect and list, and that of a call
//   node mcp-visit.mjs product memory        what twenty servers cost this process
//   node mcp-visit.mjs product hold          how long a large result holds the thread
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './statistics.mjs';

const [who, what] = process.argv.slice(2);
const root = join(import.meta.dirname, '../../..');
const everything = [join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'];
const LIMIT = { timeoutMs: 30_000 };
const CALLS = 500;
const SERVERS = 20;
const LARGE = 50 * 1_048_576;

const open = who === 'plain' ? await openPlain() : await openProduct();
const results = { speed: measureSpeed, memory: measureMemory, hold: measureHold };
console.log(JSON.stringify(await results[what]()));
process.exit(0);

async function measureSpeed() {
  const from = performance.now();
  const connection = await open.connect('one');
  await connection.list();
  const connected = performance.now() - from;
  for (let count = 0; count < CALLS / 10; count += 1) await connection.echo();
  const times = [];
  for (let count = 0; count < CALLS; count += 1) {
    const began = performance.now();
    await connection.echo();
    times.push(performance.now() - began);
  }
  await open.close();
  return { connected, call: median(times) };
}

async function measureMemory() {
  const before = resident();
  const connections = await Promise.all(Array.from({ length: SERVERS }, (_, number) => open.connect(`server-${number}`)));
  for (const connection of connections) await connection.list();
  const after = resident();
  await open.close();
  return { bytes: after - before };
}

function resident() {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

async function measureHold() {
  const connection = await open.connect('raw', [join(root, 'test/support/mcp-raw-server.mjs')]);
  await connection.call('big', { bytes: LARGE / 10 });
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await sleep(50);
  delays.reset();
  await connection.call('big', { bytes: LARGE });
  await sleep(50);
  const longest = delays.max / 1e6;
  await open.close();
  return { longest };
}

async function openPlain() {
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const client = new Client({ name: 'bench', version: '1' });
  return {
    async connect() {
      await client.connect(new StdioClientTransport({ command: process.execPath, args: everything, stderr: 'ignore' }));
      return {
        list: () => client.listTools(),
        echo: () => client.callTool({ name: 'echo', arguments: { message: 'hello' } }),
      };
    },
    close: () => client.close(),
  };
}

async function openProduct() {
  const { createClock, createConnector, createFileLocks, createIds, createProcessRunner, redactKnownSecrets } = createRequire(
    import.meta.url,
  )(join(root, 'out/bench/library.cjs'));
  const clock = createClock();
  const home = process.env.VITRINE_HOME;
  const connector = createConnector({
    appVersion: '0.0.0',
    home,
    env: { ...process.env, SHLVL: '1' },
    clock,
    ids: createIds(clock),
    process: createProcessRunner(),
    secrets: { kind: 'none', read: async () => undefined, write: async () => undefined, clear: async () => undefined },
    lockFile: createFileLocks(home),
    redact: async (text) => redactKnownSecrets(text).text,
    openBrowser: async () => undefined,
  });
  const ignore = () => undefined;
  const handlers = { onListChanged: ignore, onResourceUpdated: ignore, onLog: ignore, onTrace: ignore, onStderr: ignore };
  // Loads what is loaded with the first server.
  const nowhere = { type: 'stdio', command: '/nonexistent', args: [], env: {}, cwd: tmpdir(), secrets: [] };
  await connector.connect('nowhere', nowhere, handlers, LIMIT).catch(ignore);
  return {
    async connect(name, args = everything) {
      const launch = { type: 'stdio', command: process.execPath, args, env: {}, cwd: tmpdir(), secrets: [] };
      const connection = await connector.connect(name, launch, handlers, LIMIT);
      const call = (tool, input) => connection.callTool(tool, input, LIMIT);
      return { call, list: () => connection.listTools(LIMIT), echo: () => call('echo', { message: 'hello' }) };
    },
    close: () => connector.closeAll(),
  };
}
