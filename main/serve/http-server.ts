import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { MAX_FRAME_CHARS } from '../../shared/contract/protocol';
import type { Logger } from '../core/ports';
import type { Host } from '../host/host';
import { readPageFile } from '../host/page-files';
import { securityHeaders } from '../host/security-headers';
import { createAccess } from './access-token';
import { endDeadSockets } from './end-dead-sockets';
import { checkRequest, checkSender, type GuardOptions, type Refusal } from './request-guard';
import { webSocketChannel } from './web-socket-channel';

const MAX_CONNECTIONS = 128;
const MAX_SOCKETS = 32;

/** Milliseconds that the server waits for what a client owes it. */
export interface Patience {
  /** All headers of a request, and of an upgrade, counted from the connection or the request before. */
  headers: number;
  /** The whole request. */
  request: number;
  /** How often both are looked at. */
  look: number;
  /** The answer of a browser that is asked whether it is still there. */
  sign: number;
}

const PATIENCE: Patience = { headers: 10_000, request: 20_000, look: 5_000, sign: 30_000 };

export interface ServerOptions {
  host: Pick<Host, 'connect'>;
  logger: Logger;
  /** Folder of the built page. */
  page: string;
  /** The project folder that the page opens with. */
  folder?: string;
  /** Numeric address to listen on, and the port (0: any free one). */
  address: string;
  port: number;
  /** Further names in the `Host` header that are this machine. */
  names: readonly string[];
  patience?: Patience;
}

export interface RunningServer {
  /** The address without the token, e.g. `http://127.0.0.1:4321`. */
  origin: string;
  /** The launch address: good once. */
  url: string;
  /** How often a request was refused, by reason. */
  refusals(): Readonly<Partial<Record<Refusal, number>>>;
  close(): Promise<void>;
}

/** Serves the page and the host's socket. Whatever misses a check gets 403 and is counted; nothing is answered by default. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { headers: headersTimeout, request: requestTimeout, look, sign } = options.patience ?? PATIENCE;
  const server = createServer({ maxHeaderSize: 16_384, headersTimeout, requestTimeout, connectionsCheckingInterval: look });
  server.maxConnections = MAX_CONNECTIONS;
  const port = await listen(server, options.port, options.address);

  const hostOf = (name: string) => `${name.includes(':') ? `[${name}]` : name}:${port}`.toLowerCase();
  const access = createAccess();
  // The port is in the name: cookies of one address are shared by all its ports.
  const cookieName = `vitrine-${port}`;
  const guard: GuardOptions = { hosts: new Set([options.address, ...options.names].map(hostOf)), access, cookieName };
  const origin = `http://${hostOf(options.address)}`;
  const counts: Partial<Record<Refusal, number>> = {};
  let clients = 0;

  function count(reason: Refusal): void {
    const times = (counts[reason] ?? 0) + 1;
    counts[reason] = times;
    options.logger.log('warn', 'request refused', { reason, times });
  }
  function refuse(response: ServerResponse, reason: Refusal): void {
    count(reason);
    response.writeHead(403, {
      ...securityHeaders(),
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(
      '403: this browser is not let in. The address that the terminal printed lets in one browser, once; for another, start Vitrine again.\n',
    );
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const facts = { method: request.method ?? '', headers: request.headers, kind: 'page' as const };
    const url = parseTarget(request.url);
    const token = url?.pathname === '/' ? url.searchParams.get('token') : undefined;
    if (url === undefined) return refuse(response, 'path');
    if (typeof token === 'string') return launch(facts, token, response);
    const refusal = checkRequest(facts, guard);
    if (refusal !== undefined) return refuse(response, refusal);
    // A policy cannot name a numeric address of the sixth version; 'self' covers the socket where an engine knows that.
    const { host = '' } = request.headers;
    const sockets = host.startsWith('[') ? [] : [`ws://${host}`];
    const file = await readPageFile(options.page, url.pathname, sockets);
    if (file === undefined) return refuse(response, 'path');
    response.writeHead(200, { ...file.headers, 'content-length': file.bytes.byteLength });
    response.end(request.method === 'HEAD' ? undefined : file.bytes);
  }

  function launch(
    facts: { method: string; headers: IncomingMessage['headers']; kind: 'page' },
    token: string,
    response: ServerResponse,
  ): void {
    const refusal = checkSender(facts, guard);
    if (refusal !== undefined && refusal !== 'cross-site') return refuse(response, refusal);
    // A look at the address must not spend what it is good for once.
    if (facts.method !== 'GET') return refuse(response, 'method');
    const cookie = access.redeem(token);
    // Loading the launch address again in the browser that holds the cookie leads to the page as well.
    if (cookie === undefined && !access.accepts(facts.headers.cookie, cookieName)) return refuse(response, 'token');
    const headers: Record<string, string> = { ...securityHeaders(), location: '/', 'cache-control': 'no-store' };
    if (cookie !== undefined) headers['set-cookie'] = `${cookieName}=${cookie}; HttpOnly; SameSite=Strict; Path=/`;
    response.writeHead(303, headers);
    response.end();
  }

  const sockets = new WebSocketServer({ noServer: true, maxPayload: 2 * MAX_FRAME_CHARS, perMessageDeflate: false, clientTracking: true });
  const stopAsking = endDeadSockets(sockets.clients, sign);

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    // From here on the connection is nobody's: a client that breaks it off must not end the process.
    stream.on('error', () => stream.destroy());
    const refusal = checkRequest({ method: request.method ?? '', headers: request.headers, kind: 'socket' }, guard);
    const reason =
      refusal ?? (request.url === '/socket' ? undefined : 'path') ?? (sockets.clients.size < MAX_SOCKETS ? undefined : 'connections');
    if (reason !== undefined) {
      count(reason);
      stream.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      clients += 1;
      options.host.connect(
        webSocketChannel(socket),
        options.folder === undefined ? { name: `browser-${clients}` } : { name: `browser-${clients}`, folder: options.folder },
      );
    });
  }

  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      options.logger.log('error', 'a request failed', { error: String(error) });
      if (!response.headersSent) response.writeHead(500, securityHeaders());
      response.end();
    });
  });
  server.on('upgrade', upgrade);
  server.on('clientError', (_error, stream) => stream.destroy());

  return {
    origin,
    url: `${origin}/?token=${access.launchToken}`,
    refusals: () => ({ ...counts }),
    async close() {
      stopAsking();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      const bound: AddressInfo | string | null = server.address();
      if (bound === null || typeof bound === 'string') reject(new Error('the server has no port'));
      else resolve(bound.port);
    });
  });
}

/** The request target as a URL; undefined unless it is an absolute path. */
function parseTarget(target: string | undefined): URL | undefined {
  if (target === undefined || !target.startsWith('/') || target.startsWith('//')) return undefined;
  try {
    return new URL(target, 'http://page.invalid');
  } catch {
    return undefined;
  }
}
