import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerConnector } from '../../../main/core/mcp/server-connection';
import { mayFollow } from '../../../main/adapters/mcp/oauth/named-address';
import { LIMIT, memorySecrets, newConnector, recordHandlers } from '../../support/mcp-connector';
import { startProtectedServer } from '../../support/mcp-protected-server';

describe('an address that a server names', () => {
  it.each([
    ['https://sso.example/', 'https://mcp.example/', true],
    ['http://sso.example/', 'https://mcp.example/', false],
    ['http://mcp.example/', 'http://mcp.example/', false],
    ['http://127.0.0.1:9/', 'https://mcp.example/', false],
    ['http://127.0.0.1:9/', 'http://127.0.0.1:8/', true],
    ['http://127.0.0.2:9/', 'http://127.0.0.1:8/', false],
    ['http://localhost:9/', 'http://127.0.0.1:8/', false],
    ['https://localhost./', 'https://mcp.example/', false],
    ['https://10.0.0.1/', 'https://mcp.example/', false],
    ['https://10.0.0.1:9/', 'https://10.0.0.1/', true],
    ['https://169.254.169.254/', 'https://10.0.0.1/', false],
    ['https://[::1]/', 'https://mcp.example/', false],
    ['https://[::ffff:10.0.0.1]/', 'https://mcp.example/', false],
    ['https://0x7f.1/', 'https://mcp.example/', false],
    ['https://u:p@sso.example/', 'https://mcp.example/', false],
    ['file:///etc/passwd', 'https://mcp.example/', false],
  ])('%s of %s: %s', (address, base, expected) => expect(mayFollow(address, [base])).toBe(expected));
});

describe('a server that names another machine for its sign-in', () => {
  let server: Awaited<ReturnType<typeof startProtectedServer>>;
  let other: Server;
  let foreign: string;
  let seen: string[];
  let connector: ServerConnector;
  const kept = new Map<string, string>();
  const { handlers } = recordHandlers();
  const launch = () => ({ type: 'http' as const, url: server.url, headers: {}, secrets: [] });
  const signIn = () => connector.authorise('protected', launch(), LIMIT);

  beforeEach(async () => {
    seen = [];
    kept.clear();
    server = await startProtectedServer();
    other = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    other.listen(0, '127.0.0.2');
    await once(other, 'listening');
    const address = other.address();
    foreign = `http://127.0.0.2:${typeof address === 'object' && address !== null ? address.port : 0}`;
    connector = newConnector({ secrets: memorySecrets(kept) });
  });
  afterEach(async () => {
    await connector.closeAll();
    server.close();
    other.close();
  });

  it('has it not asked how to sign in, neither by the person nor in a renewal', async () => {
    server.behaviour.resourceMetadata = `${foreign}/metadata`;
    await signIn();
    server.expire();
    await (await connector.connect('protected', launch(), handlers, LIMIT)).listTools(LIMIT);
    expect(server.counts.refreshed).toBe(1);
    expect(seen).toEqual([]);
  });

  it.each(['authorises', 'registers', 'authorisesAt'] as const)('has it neither asked nor opened: %s', async (key) => {
    server.behaviour[key] = foreign;
    await expect(signIn()).rejects.toMatchObject({ kind: 'refused' });
    expect(seen).toEqual([]);
  });
});
