import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Host } from '../../main/host/host';
import type { Channel } from '../../shared/contract/protocol';
import { type Patience, type RunningServer, startServer } from '../../main/serve/http-server';

let page: string;
let server: RunningServer;
let port: number;
let cookie: string;
let streams: Socket[];
let channels: Channel[];

const IMPATIENT: Patience = { headers: 1_000, request: 2_000, look: 50, sign: 1_000 };
const PATIENT: Patience = { headers: 60_000, request: 60_000, look: 50, sign: 60_000 };

async function start(patience: Patience): Promise<void> {
  page = await mkdtemp(join(tmpdir(), 'connections-'));
  [streams, channels] = [[], []];
  const host: Pick<Host, 'connect'> = {
    connect(channel, client) {
      channels.push(channel);
      return { client, close: () => undefined };
    },
  };
  server = await startServer({
    host,
    logger: { log: () => undefined },
    page,
    address: '127.0.0.1',
    port: 0,
    names: ['localhost'],
    patience,
  });
  port = Number(new URL(server.url).port);
  const answer = await fetch(server.url, { redirect: 'manual', headers: { connection: 'close' } });
  cookie = String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
}
afterEach(async () => {
  for (const stream of streams) stream.destroy();
  await server.close();
  await rm(page, { recursive: true, force: true });
});

const HEAD = () => `Host: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n`;
const UPGRADE = () => `GET /socket HTTP/1.1\r\n${HEAD()}Connection: Upgrade\r\nUpgrade: websocket\r\n`;

/** A plain connection that sends these pieces one by one, as slowly as it can without being idle, and resolves once it was ended. */
async function dribble(pieces: () => Iterable<string>): Promise<string> {
  const stream = connect(port, '127.0.0.1');
  streams.push(stream);
  let got = '';
  stream.setEncoding('utf8').on('data', (text: string) => (got += text));
  stream.on('error', () => undefined);
  // A reset is an end too: the server may close while a piece is on its way.
  const closed = new Promise((resolve) => stream.once('close', resolve));
  await once(stream, 'connect');
  const next = pieces()[Symbol.iterator]();
  const timer = setInterval(() => {
    const { value, done } = next.next();
    if (done !== true) stream.write(value);
  }, 20);
  await closed;
  clearInterval(timer);
  return got;
}

/** A header that never ends. */
function* endless(start: string) {
  yield start;
  for (let count = 0; ; count += 1) yield `X-${count}: y\r\n`;
}

function openSocket(options: { autoPong?: boolean } = {}): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, {
      headers: { cookie, origin: `http://127.0.0.1:${port}` },
      ...options,
    });
    socket.on('open', () => resolve(socket));
    socket.on('error', reject);
  });
}

describe('a client that keeps the server waiting', () => {
  beforeEach(() => start(IMPATIENT));

  it.each([
    ['says nothing', () => []],
    ['never ends its headers', () => endless('GET / HTTP/1.1\r\n')],
    ['never ends the headers of an upgrade', () => endless(UPGRADE())],
  ])('is ended when it %s', async (_what, pieces) => {
    expect(await dribble(pieces)).not.toContain(' 200 ');
    expect(channels).toEqual([]);
    expect((await fetch(`${server.origin}/`)).status).toBe(403);
  });

  it('is ended when it never ends the body that it announced, and the body is nowhere taken', async () => {
    const got = await dribble(function* () {
      yield `POST / HTTP/1.1\r\n${HEAD()}Content-Length: 100000000\r\n\r\n`;
      for (;;) yield 'x';
    });
    expect(got).toContain(' 403 ');
    expect((await fetch(`${server.origin}/`)).status).toBe(403);
  });
});

describe('a socket', () => {
  beforeEach(() => start(IMPATIENT));

  it('whose other end has gone without a word is ended, and the host hears of it', async () => {
    await openSocket({ autoPong: false });
    await new Promise<void>((resolve) => channels[0]?.onClose(resolve));
    expect(channels).toHaveLength(1);
  });

  it('that answers stays open', async () => {
    const socket = await openSocket();
    for (let count = 0; count < 2; count += 1) await once(socket, 'ping');
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  });
});

it('takes no more connections than its bound, and new ones once others have gone', async () => {
  await start(PATIENT);
  await Promise.all(Array.from({ length: 128 }, silentConnection));
  const refused = await silentConnection();
  if (!refused.closed) await once(refused, 'close');
  expect(streams.filter((stream) => !stream.closed)).toHaveLength(128);
  for (const stream of streams) stream.destroy();
  await expect
    .poll(() =>
      fetch(`${server.origin}/`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(403);
});

async function silentConnection(): Promise<Socket> {
  const stream = connect(port, '127.0.0.1');
  streams.push(stream);
  stream.on('error', () => undefined);
  await once(stream, 'connect');
  return stream;
}
