import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ElicitRequest, ServerConnection, ServerConnector, ServerLaunch } from '../../../main/core/mcp/server-connection';
import { LIMIT, newConnector, nodeServer, recordHandlers } from '../../support/mcp-connector';
import { bundleFrameWorker, MODERN_SERVER } from '../../support/mcp-servers';
import { eventually } from '../../support/eventually';

const processes: ChildProcess[] = [];
let connector: ServerConnector;
let address = '';

beforeAll(async () => {
  connector = newConnector({ frameWorker: await bundleFrameWorker() });
  address = await startOverHttp();
});
afterAll(async () => {
  await connector.closeAll();
  for (const one of processes) one.kill('SIGKILL');
});

async function startOverHttp(...flags: string[]): Promise<string> {
  const server = spawn(process.execPath, [MODERN_SERVER, '--http', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  processes.push(server);
  const [port] = await once(server.stdout, 'data');
  return `http://127.0.0.1:${String(port).trim()}/mcp`;
}

describe.each(['stdio', 'http'] as const)('a server of the newer protocol, over %s', (transport) => {
  const asked: ElicitRequest[] = [];
  const { handlers, seen } = recordHandlers({
    elicit: async (request) => {
      asked.push(request);
      return { action: 'accept', content: { name: 'Ada' } };
    },
  });
  let connection: ServerConnection;

  beforeAll(async () => {
    const launch: ServerLaunch =
      transport === 'stdio' ? nodeServer(MODERN_SERVER) : { type: 'http', url: address, headers: {}, secrets: [] };
    connection = await connector.connect(`modern-${transport}`, launch, handlers, LIMIT);
  });
  const call = (name: string, input = {}) => connection.callTool(name, input, LIMIT);

  it('is recognised, without another process for the question', async () => {
    expect(connection.info).toMatchObject({ name: 'modern', version: '2', era: 'modern', protocolVersion: '2026-07-28' });
    expect(seen.trace.filter(({ method }) => method === 'server/discover')).toHaveLength(1);
    expect(seen.trace.map(({ method }) => method)).not.toContain('initialize');
  });

  it('is told with each request which version and what this client can do', async () => {
    expect(await call('echo', { message: 'hello' })).toMatchObject({ content: [{ text: 'hello' }] });
    await eventually(() => expect(seen.trace.some(({ method }) => method === 'tools/call')).toBe(true));
    for (const { method, direction, text } of seen.trace) {
      if (direction === 'received' || method === undefined) continue;
      expect(text).toContain('"io.modelcontextprotocol/protocolVersion":"2026-07-28"');
      expect(text).toContain('"io.modelcontextprotocol/clientCapabilities"');
    }
  });

  it('gets what it needs of the person with the same call again, and its own state unchanged', async () => {
    expect(await call('ask')).toMatchObject({ content: [{ text: 'opaque:état Ada' }] });
    expect(asked).toMatchObject([{ mode: 'form', message: 'Who are you?' }]);
    const calls = () => seen.trace.filter(({ direction, text }) => direction === 'sent' && text.includes('"name":"ask"'));
    await eventually(() => expect(new Set(calls().map(({ id }) => id)).size).toBe(2));
  });

  it('tells of resources and tools that change', async () => {
    await connection.subscribe('test://one', LIMIT);
    await call('touch');
    await eventually(() => expect(seen.updated).toEqual(['test://one']));
    await call('change');
    await eventually(() => expect(seen.changed).toContain('tools'));
    expect((await connection.listTools(LIMIT)).map(({ name }) => name)).toContain('added');
    await connection.unsubscribe('test://one', LIMIT);
    await call('touch');
    expect(await connection.readResource('test://one', LIMIT)).toMatchObject([{ text: 'one' }]);
    expect(seen.updated).toEqual(['test://one']);
  });

  it('logs from the level on that was asked for', async () => {
    await call('log');
    expect(seen.logs).toEqual([]);
    await connection.setLogLevel('info', LIMIT);
    await call('log');
    await eventually(() => expect(seen.logs).toMatchObject([{ level: 'info', data: 'a line' }]));
  });

  it('is told of an abort', async () => {
    const controller = new AbortController();
    const hanging = connection.callTool('hang', {}, { ...LIMIT, signal: controller.signal });
    await eventually(() => expect(seen.trace.some(({ text }) => text.includes('"name":"hang"'))).toBe(true));
    controller.abort();
    await expect(hanging).rejects.toMatchObject({ kind: 'aborted' });
    // Over HTTP the end of the stream is the message.
    if (transport === 'stdio') await eventually(() => expect(seen.trace.map(({ method }) => method)).toContain('notifications/cancelled'));
  });

  it('sends long texts whole', async () => {
    const bytes = 5_000_000;
    expect(await call('big', { bytes })).toEqual({ content: [{ type: 'text', text: 'x'.repeat(bytes) }], isError: false });
  });
});

describe('a server that speaks nothing older', () => {
  it('and is slow to start is started again with more time', async () => {
    const { handlers, seen } = recordHandlers();
    const launch = nodeServer(MODERN_SERVER, ['--after', '2100', '--reject']);
    const connection = await connector.connect('slow', launch, handlers, LIMIT);
    expect(connection.info.era).toBe('modern');
    expect(seen.trace.filter(({ method }) => method === 'server/discover').length).toBeGreaterThan(1);
  });
});

describe('a server that turns the first stream of notices away', () => {
  it('is asked for it again, and heard from then on', async () => {
    const { handlers, seen } = recordHandlers();
    const connection = await connector.connect(
      'busy',
      { type: 'http', url: await startOverHttp('--busy'), headers: {}, secrets: [] },
      handlers,
      LIMIT,
    );
    const asked = () => seen.trace.filter(({ method, direction }) => method === 'subscriptions/listen' && direction === 'sent').length;
    await eventually(() => expect(asked()).toBe(2));
    await eventually(async () => {
      await connection.callTool('change', {}, LIMIT);
      expect(seen.changed).toContain('tools');
    });
  });
});
