import { createServer, request as sendRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createSocketServer, type ListenOptions, type Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
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
  /** Where it listens for connections by TCP. */
  port: number | undefined;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 15_000;
const SOCKS_VERSION = 5;
/** Of all commands of a session: each takes two descriptors of the host. */
const MOST_CONNECTIONS = 512;
const CHALLENGE = 'Basic realm="sandbox"';
/** Some programs give the name only when they are asked for it. */
const ASK_WHO = `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${CHALLENGE}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
const HOP_BY_HOP = new Set(['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'te', 'trailer', 'upgrade']);

/**
 * HTTP (with CONNECT) and SOCKS5 at one socket, of Unix or TCP. A command names itself by the user of the proxy's address; one that does not is
 * refused everything. Bytes of an encrypted connection pass unseen: the host is all that is checked. Whatever a command or a server
 * sends, no handler throws or rejects: that would end the host.
 */
export async function openFilteringProxy(where: ListenOptions, resolve: Resolve): Promise<FilteringProxy> {
  const clients = new Map<string, ProxyClient>();
  const open = new Set<Duplex>();

  async function route(client: ProxyClient | undefined, host: string, port: number): Promise<Route> {
    if (client === undefined) return { refused: 'the command that it belongs to has ended' };
    const found = await findRoute({ host, port }, client.rules, resolve);
    if ('refused' in found) client.onRefused(`${host}:${port}`);
    if ('address' in found) client.onReached(`${host}:${port}`);
    return found;
  }

  const http = createServer((incoming, response) => {
    response.on('error', () => response.destroy());
    forward(incoming, response).catch(() => answerBadly(response));
  });
  http.on('connect', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    tunnel(incoming, socket, head).catch(() => socket.destroy());
  });
  http.on('clientError', (_error, socket) => socket.destroy());

  async function tunnel(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (incoming.headers['proxy-authorization'] === undefined) return void socket.end(ASK_WHO);
    const target = parseAuthority(incoming.url ?? '');
    const found = target === undefined ? undefined : await route(clientOf(incoming), target.host, target.port);
    if (found === undefined) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    if (!('address' in found)) return void socket.end(plainAnswer(found));
    connectTo(found, socket, {
      connected(remote) {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        remote.write(head);
      },
      failed: () => socket.end(plainAnswer({ unreachable: 'the connection failed' })),
    });
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
    const onward = sendRequest({
      host: found.address,
      port: found.port,
      method: incoming.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...handedOn(incoming.headers), host: url.host },
    });
    onward.once('response', (answer) => {
      try {
        response.writeHead(answer.statusCode ?? 502, handedOn(answer.headers));
        pipeline(answer, response, (error) => error && response.destroy());
      } catch {
        onward.destroy();
        answerBadly(response);
      }
    });
    onward.once('upgrade', (_answer, socket) => {
      socket.destroy();
      answerBadly(response);
    });
    onward.on('error', () => answerBadly(response));
    response.once('close', () => onward.destroy());
    incoming.pipe(onward);
  }

  function clientOf(incoming: IncomingMessage): ProxyClient | undefined {
    const given = /^basic (.+)$/i.exec(incoming.headers['proxy-authorization'] ?? '')?.[1];
    return given === undefined ? undefined : clients.get(Buffer.from(given, 'base64').toString().split(':', 1)[0] ?? '');
  }

  const socks = createSocksServer();
  socks.setAuthHandler(({ username }) => clients.has(username));
  socks.setConnectionHandler(({ socket, username, destAddress, destPort }, answer) => {
    socket.on('error', () => socket.destroy());
    route(clients.get(username ?? ''), destAddress, destPort)
      .then((found) => {
        if (!('address' in found)) return answer('refused' in found ? 'CONNECTION_NOT_ALLOWED' : 'HOST_UNREACHABLE');
        connectTo(found, socket, { connected: () => answer('REQUEST_GRANTED'), failed: () => answer('CONNECTION_REFUSED') });
      })
      .catch(() => socket.destroy());
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
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((done, failed) => {
    // Later ones are of a single connection that could not be taken.
    server.on('error', failed);
    server.listen(where, done);
  });

  const address = server.address();
  return {
    port: address === null || typeof address === 'string' ? undefined : address.port,
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

/** Joins a connection of a command to a new one to what it asked for. */
function connectTo(
  { address, port }: { address: string; port: number },
  socket: Duplex,
  { connected, failed }: { connected(remote: Socket): void; failed(): void },
): void {
  if (socket.destroyed) return;
  const remote = connect({ host: address, port });
  remote.setTimeout(CONNECT_TIMEOUT_MS, () => remote.destroy(new Error('timeout')));
  remote.once('error', failed);
  remote.once('connect', () => {
    remote.setTimeout(0);
    remote.off('error', failed);
    connected(remote);
    join(socket, remote);
  });
  socket.once('close', () => remote.destroy());
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

function handedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}

function answerBadly(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(502).end();
}

function wordsOf(found: { refused: string } | { unreachable: string }): string {
  return 'refused' in found ? `The sandbox refused this connection: ${found.refused}.` : `Not reached: ${found.unreachable}.`;
}

function plainAnswer(found: { refused: string } | { unreachable: string }): string {
  const status = 'refused' in found ? '403 Forbidden' : '502 Bad Gateway';
  const body = `${wordsOf(found)}\n`;
  return `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
