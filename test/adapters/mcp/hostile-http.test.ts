import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStreamBackoff } from '../../../main/adapters/mcp/stream-backoff';
import type { ServerConnector } from '../../../main/core/mcp/server-connection';
import { LIMIT, newConnector, recordHandlers } from '../../support/mcp-connector';
import { bundleServerWorkers } from '../../support/mcp-servers';
import { startSessionServer } from '../../support/mcp-session-server';

const MEBIBYTE = 1_048_576;
const workers = await bundleServerWorkers();
let server: Awaited<ReturnType<typeof startSessionServer>>;
let connector: ServerConnector;

beforeEach(async () => {
  server = await startSessionServer();
  connector = newConnector({ ...workers, mostBytes: 2 * MEBIBYTE });
});
afterEach(async () => {
  await connector.closeAll();
  server.close();
});
const connect = () =>
  connector.connect('hostile', { type: 'http', url: server.url, headers: {}, secrets: [] }, recordHandlers().handlers, LIMIT);

/** How deep it goes at the most. */
function depthOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
}

describe('an answer of a remote server', () => {
  it.each(['event', 'body'])('that is nested thousands of times is read as far as it can be, as %s', async (as) => {
    const { structured, content } = await (await connect()).callTool('nested', { as }, LIMIT);
    expect(depthOf(structured)).toBeGreaterThan(1);
    expect(depthOf(structured)).toBeLessThan(110);
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('were left out') }]);
  });

  it('whose data never end is broken off at the bound of a message', async () => {
    const message = `the server at ${new URL(server.url).origin} sent an event of more than 2 MiB, the bound of a message`;
    const connection = await connect();
    await expect(connection.callTool('lines', { bytes: 64 * MEBIBYTE }, LIMIT)).rejects.toMatchObject({ kind: 'malformed', message });
    expect((await connection.callTool('read', {}, LIMIT)).isError).toBe(false);
    expect(server.poured()).toBeLessThan(32 * MEBIBYTE);
  });
});

describe('a remote server', () => {
  it('that forgets each session at once has its connection ended, not one session after the other', async () => {
    server.forgetAlways();
    const connection = await connect();
    while ((await connection.listTools(LIMIT).catch((error: unknown) => error)) instanceof Error) {
      if (server.count('initialize') >= 4) break;
    }
    await expect(connection.listTools(LIMIT)).rejects.toMatchObject({ kind: 'closed' });
    expect(await connection.closed).toMatchObject({ kind: 'closed', code: 404, message: expect.stringContaining('forgot') });
    expect(server.count('initialize')).toBe(4);
  });

  it('that tells more in one event than a message may have has its connection ended, and that is said', async () => {
    server.onStream((response) => void response.write(`data: ${'x'.repeat(3 * MEBIBYTE)}`));
    const connection = await connect();
    expect(await connection.closed).toMatchObject({ kind: 'malformed', message: expect.stringContaining('an event of more than 2 MiB') });
  });

  it('that asks without end and takes no answer has its connection ended, and that is said', async () => {
    server.onStream((response) => void ask(response));
    const connection = await connect();
    expect(await connection.closed).toMatchObject({ kind: 'malformed', message: expect.stringContaining('takes the answers') });
  });
});

async function ask(response: ServerResponse): Promise<void> {
  for (let count = 0; !response.destroyed; count += 1) {
    const id = `${count}${'x'.repeat(900_000)}`;
    if (!response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n\n`))
      await once(response, 'drain').catch(() => undefined);
  }
}

describe('a stream of notices that is to be opened again at once', () => {
  it('is opened a moment later, and ever later', () => {
    vi.useFakeTimers();
    const backoff = createStreamBackoff();
    const opened = vi.fn();
    const waited = (): number => {
      const before = opened.mock.calls.length;
      backoff.schedule(opened, 0, 0);
      const from = Date.now();
      while (opened.mock.calls.length === before) vi.advanceTimersByTime(50);
      return Date.now() - from;
    };
    expect([waited(), waited(), waited()]).toEqual([250, 500, 1000]);
    vi.useRealTimers();
  });
});
