import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createSocketServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createSocksServer } from '@pondwader/socks5-server';
import { findRoute, type HostRules, type Resolve, type Route } from './host-rules';

/** What one command may reach, found by the name that it gives to the proxy. */
export interface ProxyClient {
  rules: HostRules;
  onRefused(target: string): void;
  onReached(target: string): void;
}

export interface FilteringProxy {
  /** Lets a command in under a name that nobody can guess. Returns the end of that. */
  admit(name: string, client: ProxyClient): () => void;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 15_000;
const SOCKS_VERSION = 5;
const CHALLENGE = 'Basic realm="sandbox"';
/** Some programs give the name only when they are asked for it. */
const ASK_WHO = `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${CHALLENGE}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
const HOP_BY_HOP = new Set(['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'te', 'trailer', 'upgrade']);

/**
 * HTTP (with CONNECT) and SOCKS5 at one Unix socket. A command names itself by the user of the proxy's address; one that does not is
 * refused everything. Bytes of an encrypted connection pass unseen: the host is all that is checked.
 */
export async function openFilteringProxy(path: string, resolve: Resolve): Promise<FilteringProxy> {
  const clients = new Map<string, ProxyClient>();
  const open = new Set<Duplex>();

  async function route(client: ProxyClient | undefined, host: string, port: number): Promise<Route> {
    if (client === undefined) return { refused: 'the command that it belongs to has ended' };
    const found = await findRoute({ host, port }, client.rules, resolve);
    if ('refused' in found) client.onRefused(`${host}:${port}`);
    if ('address' in found) client.onReached(`${host}:${port}`);
    return found;
  }

  const http = createServer((incoming, response) => void forward(incoming, response));
  http.on('connect', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void tunnel(incoming, socket, head));
  http.on('clientError', (_error, socket) => socket.destroy());

  async function tunnel(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    if (incoming.headers['proxy-authorization'] === undefined) return void socket.end(ASK_WHO);
    const target = parseAuthority(incoming.url ?? '');
    const found = target === undefined ? undefined : await route(clientOf(incoming), target.host, target.port);
    if (found === undefined) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    if (!('address' in found)) return void socket.end(plainAnswer(found));
    const remote = connectTo(found);
    remote.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      remote.write(head);
      join(socket, remote);
    });
    remote.once('error', () => socket.end(plainAnswer({ unreachable: 'the connection failed' })));
    socket.once('close', () => remote.destroy());
  }

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : undefined;
    if (incoming.headers['proxy-authorization'] === undefined)
      return void response.writeHead(407, { 'proxy-authenticate': CHALLENGE }).end();
    if (url?.protocol !== 'http:') return void response.writeHead(400).end();
    const found = await route(clientOf(incoming), url.hostname, Number(url.port || 80));
    if (!('address' in found)) {
      response.writeHead('refused' in found ? 403 : 502, { 'content-type': 'text/plain' }).end(`${wordsOf(found)}\n`);
      return;
    }
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !HOP_BY_HOP.has(name)));
    const onward = sendRequest({
      host: found.address,
      port: found.port,
      method: incoming.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
    });
    onward.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.once('close', () => onward.destroy());
    incoming.pipe(onward);
  }

  function clientOf(incoming: IncomingMessage): ProxyClient | undefined {
    const given = /^basic (.+)$/i.exec(incoming.headers['proxy-authorization'] ?? '')?.[1];
    return given === undefined ? undefined : clients.get(Buffer.from(given, 'base64').toString().split(':', 1)[0] ?? '');
  }

  const socks = createSocksServer();
  socks.setAuthHandler(({ username }) => clients.has(username));
  socks.setConnectionHandler(async ({ socket, username, destAddress, destPort }, answer) => {
    socket.on('error', () => socket.destroy());
    const found = await route(clients.get(username ?? ''), destAddress, destPort);
    if (!('address' in found)) return answer('refused' in found ? 'CONNECTION_NOT_ALLOWED' : 'HOST_UNREACHABLE');
    const remote = connectTo(found);
    remote.once('connect', () => {
      answer('REQUEST_GRANTED');
      join(socket, remote);
    });
    remote.once('error', () => answer('CONNECTION_REFUSED'));
    socket.once('close', () => remote.destroy());
  });

  const server = createSocketServer((socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      if (first[0] === SOCKS_VERSION) socks._handleConnection(socket);
      else http.emit('connection', socket);
      socket.resume();
    });
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(path, done);
  });

  return {
    admit(name, client) {
      clients.set(name, client);
      return () => void clients.delete(name);
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

function connectTo({ address, port }: { address: string; port: number }): Socket {
  const socket = connect({ host: address, port });
  socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy(new Error('timeout')));
  socket.once('connect', () => socket.setTimeout(0));
  return socket;
}

function join(one: Duplex, other: Duplex): void {
  one.pipe(other);
  other.pipe(one);
  other.on('error', () => one.destroy());
  one.once('close', () => other.destroy());
  other.once('close', () => one.destroy());
}

function parseAuthority(text: string): { host: string; port: number } | undefined {
  const [, host, port] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(text) ?? [];
  return host === undefined || port === undefined ? undefined : { host, port: Number(port) };
}

function wordsOf(found: { refused: string } | { unreachable: string }): string {
  return 'refused' in found ? `The sandbox refused this connection: ${found.refused}.` : `Not reached: ${found.unreachable}.`;
}

function plainAnswer(found: { refused: string } | { unreachable: string }): string {
  const status = 'refused' in found ? '403 Forbidden' : '502 Bad Gateway';
  const body = `${wordsOf(found)}\n`;
  return `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
