import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FilteringProxy, openFilteringProxy } from '../../../main/adapters/sandbox/filtering-proxy';

const CLIENT = 'a-command';
const AUTHORISATION = `Proxy-Authorization: Basic ${Buffer.from(`${CLIENT}:-`).toString('base64')}`;

/** An error that nobody catches ends the host; here it fails the test. */
describe('what reaches the proxy does not end the host', () => {
  let folder: string;
  let path: string;
  let proxy: FilteringProxy;
  let refused: string[];
  const servers: Server[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-proxy-'));
    path = join(folder, 'proxy');
    proxy = await openFilteringProxy({ path }, async () => ['127.0.0.1']);
    refused = [];
    proxy.admit(CLIENT, {
      rules: { hosts: ['*', '127.0.0.1', 'granted.test'], deniedHosts: [] },
      onRefused: (target) => void refused.push(target),
      onReached: () => undefined,
    });
  });
  afterEach(async () => {
    await proxy.close();
    for (const server of servers.splice(0)) server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** All that the proxy says until it ends the connection. */
  function say(...parts: Array<string | Buffer>): Promise<Buffer> {
    return new Promise((done) => {
      const socket = connect(path, () => {
        for (const part of parts) socket.write(part);
      });
      const said: Buffer[] = [];
      socket.on('data', (bytes: Buffer) => said.push(bytes));
      socket.on('error', () => undefined);
      socket.once('close', () => done(Buffer.concat(said)));
    });
  }

  /** A server that answers each connection with the same bytes and ends it. */
  async function serve(answer: string): Promise<number> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer, 'latin1'));
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return (server.address() as AddressInfo).port;
  }

  const get = (port: number) =>
    say(`GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${AUTHORISATION}\r\n\r\n`).then(String);

  it.each(['99999', '65536', '0'])('a tunnel to port %s', async (port) => {
    const said = await say(`CONNECT granted.test:${port} HTTP/1.1\r\n${AUTHORISATION}\r\n\r\n`);
    expect(String(said)).toContain('502 Bad Gateway');
    expect(refused).toEqual([]);
  });

  it('a tunnel to what is no port at all', async () => {
    expect(String(await say(`CONNECT granted.test:x HTTP/1.1\r\n${AUTHORISATION}\r\n\r\n`))).toContain('400');
  });

  it('a tunnel to a port where nothing listens', async () => {
    const port = await serve('');
    await new Promise<unknown>((done) => servers.pop()?.close(done));
    expect(String(await say(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n${AUTHORISATION}\r\n\r\n`))).toContain('502');
  });

  it('a request to port 0', async () => {
    expect(await get(0)).toContain('502 Bad Gateway');
  });

  it('a SOCKS connection to port 0', async () => {
    const said = await say(
      Buffer.from([5, 1, 2]),
      Buffer.from([1, CLIENT.length, ...Buffer.from(CLIENT), 1, 45]),
      Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, 0, 0]),
    );
    expect([...said.subarray(0, 6)]).toEqual([5, 2, 1, 0, 5, 4]);
  });

  it.each([
    ['a status below 100', 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['a status of four digits', 'HTTP/1.1 9999 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['a header name that is none', 'HTTP/1.1 200 OK\r\nbad name\x01: x\r\nContent-Length: 0\r\n\r\n'],
    ['a header value with control characters', 'HTTP/1.1 200 OK\r\nX: a\x00b\r\nContent-Length: 0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    ['no HTTP', 'hello\r\n'],
    ['nothing', ''],
  ])('a server that answers with %s', async (_name, answer) => {
    expect(await get(await serve(answer))).toMatch(/^HTTP\/1\.1 502 /);
  });

  it.each([
    ['promises a trailer', 'HTTP/1.1 200 OK\r\nTrailer: x\r\nContent-Length: 2\r\n\r\nok'],
    ['has bytes beyond ASCII in a header', 'HTTP/1.1 200 OK\r\nX: \xe9\xff\r\nContent-Length: 2\r\n\r\nok'],
  ])('an answer that %s is handed on', async (_name, answer) => {
    expect(await get(await serve(answer))).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok$/);
  });

  it('an answer that breaks off', async () => {
    expect(await get(await serve('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf'))).toMatch(/half$/);
  });
});
