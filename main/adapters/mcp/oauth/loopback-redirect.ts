import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemCode } from '../../storage/system-error';

const ORIGIN = 'http://127.0.0.1';
const PATH = '/callback';
const PAGE = `<!doctype html><meta charset="utf-8"><title>Vitrine</title>
<p>You can close this window and go back to Vitrine.</p><p lang="ja">このウィンドウを閉じて、Vitrine に戻ってください。</p>`;

export interface LoopbackRedirect {
  readonly url: string;
  readonly port: number;
  /** The first answer from the browser that brings this state. Others are turned away: anything on this machine can send one. */
  receive(state: string): Promise<URLSearchParams>;
  close(): void;
}

/**
 * Waits on this machine for the browser to come back. `fixed`: a port that the client was registered with by hand, under the name that
 * such registrations use. `wanted`: the port of the last time; another one where that is taken. Rejects where a fixed port is taken.
 */
export async function openLoopback(port: { fixed?: number; wanted?: number }): Promise<LoopbackRedirect> {
  const { server, waiting } = createListener();
  try {
    await listen(server, port.fixed ?? port.wanted ?? 0);
  } catch (error) {
    if (port.fixed !== undefined || systemCode(error) !== 'EADDRINUSE') throw error;
    await listen(server, 0);
  }
  const bound = portOf(server.address());
  return {
    url: `http://${port.fixed === undefined ? '127.0.0.1' : 'localhost'}:${bound}${PATH}`,
    port: bound,
    receive: (state) => new Promise((resolve) => waiting.set(state, resolve)),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function createListener() {
  const waiting = new Map<string, (answer: URLSearchParams) => void>();
  const server = createServer((request, response) => {
    const target = readTarget(request.url);
    const receive = target?.pathname === PATH ? waiting.get(target.searchParams.get('state') ?? '') : undefined;
    response.writeHead(receive === undefined ? 400 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
      connection: 'close',
    });
    response.end(receive === undefined ? '' : PAGE);
    if (target !== undefined) receive?.(target.searchParams);
  });
  // A connection that cannot be taken must not end the process.
  server.on('error', () => undefined);
  return { server, waiting };
}

/** Undefined for what is no address: whatever is on this machine may send anything. */
function readTarget(target: string | undefined): URL | undefined {
  return target !== undefined && URL.canParse(target, ORIGIN) ? new URL(target, ORIGIN) : undefined;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
