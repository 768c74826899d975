import { describe, expect, it } from 'vitest';
import { createClock } from '../../../main/adapters/clock/create-clock';
import type { ConfiguredServer } from '../../../main/core/mcp/configured-server';
import type { ServerConnection, ServerConnector, ServerError } from '../../../main/core/mcp/server-connection';
import { ManagedServer } from '../../../main/host/mcp/managed-server';
import { eventually } from '../../support/eventually';

const CONFIG: ConfiguredServer = {
  name: 'a',
  scope: 'user',
  file: '/mcp.json',
  line: 1,
  launch: { type: 'stdio', command: 'a', args: [], env: {} },
  alwaysLoad: false,
  hash: '',
  shadows: [],
};
const LAUNCH = { type: 'stdio' as const, command: 'a', args: [], env: {}, cwd: '/', secrets: [] };

/** A server whose ends are waited for until the test lets them come. */
function slowToEnd(fails = false) {
  const closing: Array<() => void> = [];
  const refuse = async () => Promise.reject(new Error('not asked for here'));
  function connect(): ServerConnection {
    let tell: (reason: ServerError | undefined) => void = () => undefined;
    const closed = new Promise<ServerError | undefined>((resolve) => {
      tell = resolve;
    });
    return {
      info: { name: 'a', version: '1', era: 'legacy', protocolVersion: '', capabilities: {} },
      closed,
      close: () =>
        new Promise((resolve) => {
          tell(undefined);
          closing.push(resolve);
        }),
      ...{ listTools: refuse, listResources: refuse, listResourceTemplates: refuse, listPrompts: refuse, callTool: refuse },
      ...{ readResource: refuse, subscribe: refuse, unsubscribe: refuse, getPrompt: refuse, complete: refuse, setLogLevel: refuse },
      tellRootsChanged: async () => undefined,
      traced: async () => undefined,
    };
  }
  const connector: ServerConnector = {
    connect: fails ? refuse : async () => connect(),
    ...{ authorize: refuse, forget: refuse, inspect: refuse, reap: refuse, closeAll: refuse },
  };
  const server = new ManagedServer(CONFIG, {
    connector,
    clock: createClock(),
    hash: (text) => text,
    hide: async (text) => text,
    key: 'a',
    startTimeoutMs: 1000,
    startBudgetMs: 1000,
    launch: async () => LAUNCH,
    handlers: {},
    logLevel: () => undefined,
    leaveSandbox: async () => undefined,
    onChanged: () => undefined,
    onTools: () => undefined,
  });
  return { server, closing };
}

async function connected(server: ManagedServer): Promise<void> {
  await eventually(() => expect(server.state).toBe('connected'));
}

describe('a server that is ending', () => {
  it('starts again for whoever comes meanwhile, once it has ended', async () => {
    const { server, closing } = slowToEnd();
    server.start();
    await connected(server);
    const stopped = server.stop();
    await eventually(() => expect(closing).toHaveLength(1));
    server.start();
    expect(server.history.map(({ state }) => state)).toEqual(['connected', 'connecting']);
    closing[0]?.();
    await stopped;
    await connected(server);
    expect(server.history.map(({ state }) => state)).toEqual(['connected', 'connecting', 'idle', 'connected', 'connecting']);
  });

  it('stays ended where whoever came has gone again', async () => {
    const { server, closing } = slowToEnd();
    server.start();
    await connected(server);
    const stopped = server.stop();
    server.start();
    const again = server.stop();
    await eventually(() => expect(closing).toHaveLength(1));
    closing[0]?.();
    await Promise.all([stopped, again]);
    expect(server.state).toBe('idle');
    expect(server.history[0]).toMatchObject({ state: 'idle' });
  });
});

describe('a server that cannot start', () => {
  it('says so to whoever waited for its start, and is not tried again by itself', async () => {
    const { server } = slowToEnd(true);
    server.start();
    await server.tried();
    expect(server).toMatchObject({ state: 'failed', reason: { code: 'cannot-start' } });
    expect(server.reason?.retryAt).toBeUndefined();
    expect(server.history.map(({ state }) => state)).toEqual(['failed', 'connecting']);
  });
});
