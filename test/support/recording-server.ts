import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  path: string;
  /** The client's port: the same for requests of one connection. */
  port: number | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface RecordingServer {
  url: string;
  requests: RecordedRequest[];
  close(): Promise<void>;
}

/** A real HTTP server that keeps the bytes of each request and lets `answer` do what it wants with the response, its socket included. */
export async function startRecordingServer(
  answer: (request: RecordedRequest, response: ServerResponse, number: number) => void | Promise<void>,
): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const recorded = { path: request.url ?? '', port: request.socket.remotePort, headers: request.headers, body: Buffer.concat(chunks) };
      requests.push(recorded);
      void answer(recorded, response, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
