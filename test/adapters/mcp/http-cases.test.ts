import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStreamBackoff } from '../../../main/adapters/mcp/stream-backoff';
import type { ServerConnection, ServerConnector } from '../../../main/core/mcp/server-connection';
import { LIMIT, newConnector, recordHandlers } from '../../support/mcp-connector';
import { bundleFrameWorker } from '../../support/mcp-servers';
import { startSessionServer } from '../../support/mcp-session-server';
import { eventually } from '../../support/eventually';

const MEBIBYTE = 1_048_576;
const frameWorker = await bundleFrameWorker();
let server: Awaited<ReturnType<typeof startSessionServer>>;
let connector: ServerConnector;
let connection: ServerConnection;
let recorded: ReturnType<typeof recordHandlers>;

beforeEach(async () => {
  server = await startSessionServer();
  connector = newConnector({ frameWorker });
  recorded = recordHandlers();
  connection = await connector.connect('sessions', { type: 'http', url: server.url, headers: {}, secrets: [] }, recorded.handlers, LIMIT);
});
afterEach(async () => {
  await connector.closeAll();
  server.close();
});
const call = (name: string, input = {}) => connection.callTool(name, input, LIMIT);

describe('a session that the server has forgotten', () => {
  it('is begun again once for all who wait, and what may be repeated is', async () => {
    await connection.listTools(LIMIT);
    await connection.subscribe('test://one', LIMIT);
    server.forgetSessions();
    const lists = await Promise.all([connection.listTools(LIMIT), connection.listTools(LIMIT), call('read')]);
    expect(lists[0]).toHaveLength(3);
    expect(server.count('initialize')).toBe(2);
    expect(server.count('resources/subscribe')).toBe(2);
    await eventually(() => expect(recorded.seen.changed.sort()).toEqual(['resources', 'tools']));
    expect(connection.info.name).toBe('sessions');
  });

  it('costs a call that may not be repeated, and says that it was not', async () => {
    await connection.listTools(LIMIT);
    server.forgetSessions();
    await expect(call('write')).rejects.toMatchObject({ kind: 'closed', code: 404, message: expect.stringContaining('not repeated') });
    expect(await call('write')).toMatchObject({ isError: false });
    expect(server.seen.filter(({ name }) => name === 'write')).toHaveLength(2);
    expect(server.count('initialize')).toBe(2);
  });

  it('ends the connection where it cannot be begun again', async () => {
    server.close();
    server.forgetSessions();
    await expect(connection.listTools(LIMIT)).rejects.toMatchObject({ kind: 'cannot-reach' });
  });
});

describe('an answer over HTTP', () => {
  it('of 11 MiB comes whole, as one body and as an event', async () => {
    const bytes = 11 * MEBIBYTE;
    for (const name of ['read', 'events']) expect(await call(name, { bytes })).toMatchObject({ content: [{ text: 'x'.repeat(bytes) }] });
    await eventually(() => expect(recorded.seen.trace.filter((entry) => entry.bytes > bytes)).toHaveLength(2));
  });

  it('over the bound is refused, and the connection lives on', async () => {
    const small = newConnector({ mostBytes: MEBIBYTE });
    const one = await small.connect('small', { type: 'http', url: server.url, headers: {}, secrets: [] }, recorded.handlers, LIMIT);
    await expect(one.callTool('read', { bytes: 2 * MEBIBYTE }, LIMIT)).rejects.toMatchObject({ kind: 'malformed' });
    await expect(one.callTool('events', { bytes: 2 * MEBIBYTE }, LIMIT)).rejects.toMatchObject({ kind: 'malformed' });
    expect(await one.callTool('read', {}, LIMIT)).toMatchObject({ isError: false });
    await small.closeAll();
  });

  it('that is a failure is read up to its bound, and still means what its status says', async () => {
    await expect(call('fail', { bytes: 32 * MEBIBYTE })).rejects.toMatchObject({ kind: 'cannot-reach', code: 503 });
    expect(server.poured()).toBeLessThan(16 * MEBIBYTE);
    await expect(call('page', { bytes: 32 * MEBIBYTE })).rejects.toMatchObject({ kind: 'malformed' });
    expect(server.poured()).toBeLessThan(16 * MEBIBYTE);
    expect(await call('read')).toMatchObject({ isError: false });
  });

  it('that is no message, or a stream that ends before it, fails the call at once', async () => {
    await expect(call('page')).rejects.toMatchObject({ kind: 'malformed' });
    await expect(call('torn')).rejects.toMatchObject({ kind: 'closed' });
  });
});

describe('a connection over HTTP', () => {
  it('says goodbye to its session', async () => {
    await connection.close();
    expect(server.count('DELETE')).toBe(1);
    expect(await connection.closed).toBeUndefined();
  });

  it('asks a server that is known to be older only once whether it is newer', async () => {
    await connector.connect('sessions', { type: 'http', url: server.url, headers: {}, secrets: [] }, recorded.handlers, LIMIT);
    expect(server.count('server/discover')).toBe(1);
    expect(server.count('initialize')).toBe(2);
  });

  it('to nobody says that it cannot be reached', async () => {
    const nobody = connector.connect(
      'nobody',
      { type: 'http', url: 'http://127.0.0.1:9/mcp', headers: {}, secrets: [] },
      recorded.handlers,
      LIMIT,
    );
    await expect(nobody).rejects.toMatchObject({ kind: 'cannot-reach' });
  });
});

describe('a stream of notices that ends', () => {
  it('is opened again ever later while it tells nothing, but never before the server wants', () => {
    vi.useFakeTimers();
    const backoff = createStreamBackoff();
    const opened = vi.fn();
    const waited = (delay: number): number => {
      const before = opened.mock.calls.length;
      backoff.schedule(opened, delay, 0);
      const from = Date.now();
      while (opened.mock.calls.length === before) vi.advanceTimersByTime(500);
      return Date.now() - from;
    };
    expect([waited(1000), waited(1000), waited(1000)]).toEqual([1000, 2000, 4000]);
    backoff.noteMessage();
    expect(waited(1000)).toBe(1000);
    for (let round = 0; round < 20; round += 1) waited(1000);
    expect(waited(1000)).toBe(300_000);
    expect(waited(400_000)).toBe(400_000);
    vi.useRealTimers();
  });
});
