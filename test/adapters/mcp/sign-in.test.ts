import { createServer } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServerConnection, type ServerConnector, ServerError, type ServerLaunch } from '../../../main/core/mcp/server-connection';
import { openLoopback } from '../../../main/adapters/mcp/oauth/loopback-redirect';
import type { ConnectorOptions } from '../../../main/adapters/mcp/create-connector';
import { LIMIT, memorySecrets, newConnector, newHome, recordHandlers } from '../../support/mcp-connector';
import { startProtectedServer } from '../../support/mcp-protected-server';

type HttpLaunch = Extract<ServerLaunch, { type: 'http' | 'sse' }>;
let server: Awaited<ReturnType<typeof startProtectedServer>>;
let connector: ServerConnector;
let launch: HttpLaunch;
let kept: Map<string, string>;
const { handlers } = recordHandlers();

beforeEach(async () => {
  server = await startProtectedServer();
  kept = new Map();
  launch = { type: 'http', url: server.url, headers: {}, secrets: [] };
  begin();
});
afterEach(async () => {
  await connector.closeAll();
  server.close();
});

function begin(options: Partial<ConnectorOptions> = {}): void {
  connector = newConnector({ secrets: memorySecrets(kept), ...options });
}

const connect = (): Promise<ServerConnection> => connector.connect('protected', launch, handlers, LIMIT);
const signIn = () => connector.authorize('protected', launch, LIMIT);
async function connectSignedIn(): Promise<ServerConnection> {
  await signIn();
  return connect();
}

describe('a server that wants a sign-in', () => {
  it('says so, opens nothing by itself, and works after it', async () => {
    await expect(connect()).rejects.toMatchObject({ kind: 'needs-auth' });
    expect(server.counts).toMatchObject({ authorised: 0, registered: 0 });
    await signIn();
    expect(server.counts).toMatchObject({ authorised: 1, registered: 1 });
    expect(await (await connect()).listTools(LIMIT)).toHaveLength(1);
  });

  it('gets the address of the resource, a challenge of the verifier, and a state; it registers a program of this machine', async () => {
    await signIn();
    const [asked] = server.asked.authorise;
    expect(asked?.get('resource')).toBe(server.url);
    expect(asked?.get('code_challenge_method')).toBe('S256');
    expect(asked?.get('state')?.length).toBeGreaterThan(20);
    expect(asked?.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(server.asked.token[0]?.get('resource')).toBe(server.url);
    expect(server.asked.register[0]).toMatchObject({
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    });
  });

  it('finds the sign-in again in a new process, and nothing after it was forgotten', async () => {
    await signIn();
    await connector.closeAll();
    begin();
    expect(await (await connect()).listTools(LIMIT)).toHaveLength(1);
    await connector.forget('protected');
    await expect(connect()).rejects.toMatchObject({ kind: 'needs-auth' });
    expect([...kept.keys()]).toEqual([]);
  });

  it('keeps it in memory where the system keeps no secrets', async () => {
    const refuse = async () => Promise.reject(new Error('never written'));
    begin({ secrets: { kind: 'none', read: async () => undefined, write: refuse, clear: async () => undefined } });
    expect(await (await connectSignedIn()).listTools(LIMIT)).toHaveLength(1);
  });

  it('that is another one under the same name gets no token', async () => {
    await signIn();
    let brought: string | undefined = 'nothing yet';
    const thief = createServer((request, response) => {
      brought = request.headers.authorization;
      response.writeHead(401).end();
    }).listen(0, '127.0.0.1');
    await once(thief, 'listening');
    const address = thief.address();
    const other = { ...launch, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp` };
    await expect(connector.connect('protected', other, handlers, LIMIT)).rejects.toMatchObject({ kind: 'needs-auth' });
    expect(brought).toBeUndefined();
    thief.close();
  });

  it('is not asked for one where the entry brings the right itself', async () => {
    launch = { ...launch, headers: { Authorization: 'Bearer wrong' } };
    await expect(connect()).rejects.toMatchObject({ kind: 'needs-auth' });
    expect(server.counts.authorised).toBe(0);
  });
});

describe('a server that could be overheard', () => {
  it('gets no sign-in', async () => {
    const overheard = connector.authorize('plain', { ...launch, url: 'http://example.com/mcp' }, LIMIT);
    await expect(overheard).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('HTTPS') });
  });
});

describe('a renewal of tokens', () => {
  it('is one for five calls at the same time', async () => {
    const connection = await connectSignedIn();
    server.expire();
    const calls = await Promise.all([1, 2, 3, 4, 5].map(() => connection.callTool('one', {}, LIMIT)));
    expect(calls.every(({ isError }) => !isError)).toBe(true);
    expect(server.counts).toMatchObject({ refreshed: 1, denied: 0, authorised: 1 });
  });

  it('is one for two processes of the same home', async () => {
    const home = newHome();
    begin({ home });
    const connection = await connectSignedIn();
    const second = newConnector({ home, secrets: memorySecrets(kept) });
    const other = await second.connect('protected', launch, handlers, LIMIT);
    server.expire();
    await Promise.all([connection.callTool('one', {}, LIMIT), other.callTool('one', {}, LIMIT)]);
    expect(server.counts).toMatchObject({ refreshed: 1, denied: 0 });
    await second.closeAll();
  });

  it('that is refused asks for a sign-in, which the connection then goes on with', async () => {
    const connection = await connectSignedIn();
    server.expireAll();
    await expect(connection.callTool('one', {}, LIMIT)).rejects.toMatchObject({ kind: 'needs-auth' });
    await signIn();
    expect(await connection.callTool('one', {}, LIMIT)).toMatchObject({ isError: false });
    expect(server.counts.registered).toBe(1);
  });
});

describe('more rights', () => {
  it('are asked for together with those that were given', async () => {
    launch = { ...launch, oauth: { scopes: ['read'] } };
    const connection = await connectSignedIn();
    server.behaviour.needs = ['write'];
    await expect(connection.callTool('one', {}, LIMIT)).rejects.toMatchObject({ kind: 'needs-auth' });
    await signIn();
    expect(server.asked.authorise[1]?.get('scope')?.split(' ').sort()).toEqual(['read', 'write']);
    expect(await connection.callTool('one', {}, LIMIT)).toMatchObject({ content: [{ text: 'read write' }] });
  });

  it('that are never enough take the person to the browser three times at most', async () => {
    const connection = await connectSignedIn();
    for (let round = 1; round < 3; round += 1) {
      server.behaviour.needs = [`right-${round}`];
      await expect(connection.callTool('one', {}, LIMIT)).rejects.toMatchObject({ kind: 'needs-auth' });
      await signIn();
    }
    await expect(signIn()).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('3 sign-ins') });
    expect(server.counts.authorised).toBe(3);
  });

  it('do not count where the person breaks them off', async () => {
    let gives = false;
    await connector.closeAll();
    begin({
      async openBrowser(url) {
        if (!gives) throw new ServerError('aborted', 'the person did not sign in');
        await fetch(url);
      },
    });
    for (let round = 0; round < 4; round += 1) await expect(signIn()).rejects.toMatchObject({ kind: 'aborted' });
    gives = true;
    await signIn();
    expect(server.counts.authorised).toBe(1);
  });

  it('count where the person breaks them off in the browser, at the server that wants them', async () => {
    server.behaviour.answer = { code: '', error: 'access_denied' };
    for (let round = 0; round < 3; round += 1) await expect(signIn()).rejects.toMatchObject({ kind: 'refused' });
    await expect(signIn()).rejects.toMatchObject({ message: expect.stringContaining('3 sign-ins') });
  });
});

describe('an answer from the browser', () => {
  it('of another issuer, or of none where one is promised, is refused, and none of its words is shown', async () => {
    server.behaviour.answer = { iss: 'https://evil.example', error_description: 'call this number' };
    await expect(signIn()).rejects.toSatisfy((error: Error) => !error.message.includes('call this number'));
    server.behaviour.answer = { iss: '' };
    await expect(signIn()).rejects.toMatchObject({ kind: 'refused' });
    expect(server.asked.token).toEqual([]);
  });

  it('with another state is not taken for one', async () => {
    server.behaviour.answer = { state: 'guessed' };
    await expect(connector.authorize('protected', launch, { timeoutMs: 500 })).rejects.toMatchObject({ kind: 'timed-out' });
    expect(server.asked.token).toEqual([]);
  });

  it('that says no is told as such', async () => {
    server.behaviour.answer = { code: '', error: 'access_denied' };
    await expect(signIn()).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('a client', () => {
  it('that was registered by hand keeps its id, its port and the name of this machine', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const address = free.address();
    const callbackPort = typeof address === 'object' && address !== null ? address.port : 0;
    free.close();
    await once(free, 'close');
    launch = { ...launch, oauth: { clientId: 'by-hand', clientSecret: 'known', callbackPort } };
    await signIn();
    expect(server.counts.registered).toBe(0);
    expect(server.asked.authorise[0]?.get('client_id')).toBe('by-hand');
    expect(server.asked.authorise[0]?.get('redirect_uri')).toBe(`http://localhost:${callbackPort}/callback`);
    expect(server.asked.token[0]?.get('client_secret')).toBe('known');
  });

  it('is registered again where its port is taken the next time', async () => {
    await signIn();
    const port = Number(new URL(server.asked.authorise[0]?.get('redirect_uri') ?? '').port);
    const blocker = createServer().listen(port, '127.0.0.1');
    await once(blocker, 'listening');
    await signIn();
    expect(server.counts).toMatchObject({ registered: 2, authorised: 2 });
    blocker.close();
  });

  it('takes what its entry says of the authorization server', async () => {
    launch = { ...launch, oauth: { authServerMetadataUrl: `${server.origin}/metadata` } };
    await signIn();
    expect(server.counts.authorised).toBe(1);
    launch = { ...launch, oauth: { authServerMetadataUrl: 'http://example.com/metadata' } };
    await expect(signIn()).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('HTTPS') });
  });

  it('does not sign in where nobody says that its proof is looked at', async () => {
    for (const proofs of [undefined, [], ['plain']]) {
      delete server.behaviour.proofs;
      if (proofs !== undefined) server.behaviour.proofs = proofs;
      for (const oauth of [{}, { authServerMetadataUrl: `${server.origin}/metadata` }]) {
        launch = { ...launch, oauth };
        await expect(signIn()).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('PKCE') });
      }
    }
    expect(server.counts).toMatchObject({ authorised: 0, registered: 0 });
  });
});

describe('the port that a sign-in waits at', () => {
  it('turns away what is no address, and goes on', async () => {
    const loopback = await openLoopback({});
    const received = loopback.receive('mine');
    for (const target of ['//', 'http://[', '/%', '/callback?state=other'])
      expect(await askRaw(loopback.port, target)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await askRaw(loopback.port, '/callback?state=mine&code=right')).toMatch(/^HTTP\/1\.1 200 /);
    expect((await received).get('code')).toBe('right');
    loopback.close();
  });
});

/** What comes to a request whose target is sent as it stands. */
async function askRaw(port: number, target: string): Promise<string> {
  const socket = connectSocket(port, '127.0.0.1');
  socket.setEncoding('utf8').end(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  let answer = '';
  for await (const piece of socket) answer += String(piece);
  return answer;
}

describe('what is said of an authorization server', () => {
  it('is not read beyond its bound', async () => {
    server.behaviour.padding = 8 * 1_048_576;
    await expect(signIn()).rejects.toMatchObject({ kind: 'malformed', message: 'a message of more than 1 MiB' });
    expect(server.counts.registered).toBe(0);
  });
});

describe('the document that describes this client', () => {
  it('is the one that is set when the person signs in', async () => {
    let address: string | undefined;
    begin({ clientMetadataUrl: async () => address });
    server.behaviour.takesDocuments = true;
    await signIn();
    expect(server.counts.registered).toBe(1);
    await connector.forget('protected');
    address = 'https://client.example/vitrine.json';
    await signIn();
    expect(server.asked.authorise[1]?.get('client_id')).toBe(address);
    expect(server.counts.registered).toBe(1);
  });
});

describe('a sign-in with a server that never answers', () => {
  it.each(['the server itself', 'what describes its sign-in'])('ends when it is broken off, and holds up no other: %s', async (silent) => {
    const mute = createServer((request, response) => {
      if (silent !== 'the server itself' && request.url === '/mcp') response.writeHead(401).end();
    }).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const address = mute.address();
    const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const entry: HttpLaunch = { ...launch, url: `${base}/mcp`, oauth: { authServerMetadataUrl: `${base}/metadata` } };
    for (const _again of [1, 2]) {
      const asked = once(mute, 'request');
      const controller = new AbortController();
      const signedIn = connector.authorize('mute', entry, { ...LIMIT, signal: controller.signal });
      await asked;
      controller.abort();
      await expect(signedIn).rejects.toMatchObject({ kind: 'aborted' });
    }
    mute.closeAllConnections();
    mute.close();
  });
});
