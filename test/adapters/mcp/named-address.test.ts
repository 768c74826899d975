import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerConnector } from '../../../main/core/mcp/server-connection';
import { mayFollow } from '../../../main/adapters/mcp/oauth/named-address';
import { LIMIT, memorySecrets, newConnector, recordHandlers } from '../../support/mcp-connector';
import { startProtectedServer } from '../../support/mcp-protected-server';

const HOSTS: Readonly<Record<string, string[]>> = {
  'mcp.example': ['198.51.100.1'],
  'sso.example': ['198.51.100.2', '2001:db8::2'],
  'sso.inside': ['10.0.0.7'],
  'other.inside': ['192.168.1.1', 'fd00::1'],
  'self.inside': ['127.0.0.1'],
  'metadata.inside': ['169.254.169.254'],
  'both.example': ['198.51.100.3', '10.0.0.8'],
  'mapped.example': ['::ffff:127.0.0.1'],
};

async function lookUp(host: string): Promise<string[]> {
  const found = HOSTS[host];
  if (found === undefined) throw new Error(`getaddrinfo ENOTFOUND ${host}`);
  return found;
}

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
  ])('%s of %s: %s', async (address, base, expected) => expect(await mayFollow(address, [base], lookUp)).toBe(expected));

  it.each([
    ['https://sso.inside/', 'https://mcp.example/', false],
    ['https://self.inside/', 'https://mcp.example/', false],
    ['https://metadata.inside/', 'https://mcp.example/', false],
    ['https://both.example/', 'https://mcp.example/', false],
    ['https://mapped.example/', 'https://mcp.example/', false],
    ['https://sso.example/', 'https://sso.inside/', true],
    ['https://other.inside/', 'https://sso.inside/', true],
    ['https://other.inside/', 'https://both.example/', false],
    ['https://self.inside/', 'https://sso.inside/', false],
    ['https://self.inside/', 'http://127.0.0.1:8/', true],
    ['https://sso.inside/', 'http://localhost:8/', true],
    ['https://metadata.inside/', 'http://127.0.0.1:8/', false],
    ['https://sso.inside/', 'https://10.0.0.1/', true],
    ['https://nowhere.example/', 'https://mcp.example/', true],
  ])('%s, by where its name leads, of %s: %s', async (address, base, expected) =>
    expect(await mayFollow(address, [base], lookUp)).toBe(expected),
  );
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
  const signIn = () => connector.authorize('protected', launch(), LIMIT);

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

  it('has it neither asked nor opened where only its name shows that it stands inside', async () => {
    connector = newConnector({ secrets: memorySecrets(kept), lookUp: async () => ['169.254.169.254'] });
    server.behaviour.authorises = 'https://sso.example';
    await expect(signIn()).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('https://sso.example') });
    expect(server.counts).toMatchObject({ registered: 0, authorised: 0 });
  });

  it.each(['authorises', 'registers', 'authorisesAt'] as const)('has it neither asked nor opened: %s', async (key) => {
    server.behaviour[key] = foreign;
    await expect(signIn()).rejects.toMatchObject({ kind: 'refused' });
    expect(seen).toEqual([]);
  });
});
