import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const PIECE = 65_536;
const LEVELS = 5000;

const messageSchema = z.looseObject({
  id: z.union([z.number(), z.string()]).optional(),
  method: z.string(),
  params: z.looseObject({ name: z.string().optional(), arguments: z.record(z.string(), z.unknown()).optional() }).optional(),
});
type Message = z.infer<typeof messageSchema>;

/** A remote server of the older protocol, without any library, whose sessions can be forgotten and whose answers can be wrong. */
export async function startSessionServer() {
  const sessions = new Set<string>();
  const seen: Array<{ method: string; session: string | undefined; name?: string }> = [];
  let streams = 0;
  let poured = 0;
  let forgets = false;
  let notices: ((response: ServerResponse) => void) | undefined;
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const session = request.headers['mcp-session-id']?.toString();
    if (request.method === 'GET') {
      streams += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      notices?.(response);
      return;
    }
    if (request.method === 'DELETE') {
      seen.push({ method: 'DELETE', session });
      response.writeHead(200).end();
      return;
    }
    const body = await text(request);
    // An answer to what it asked itself: nothing is ever said to it.
    if (body.includes('"result"')) return;
    const message = messageSchema.parse(JSON.parse(body));
    seen.push({ method: message.method, session, ...(message.params?.name === undefined ? {} : { name: message.params.name }) });
    if (message.method === 'server/discover') return reply(response, message, { error: { code: -32601, message: 'unknown' } });
    if (message.method === 'initialize') return begin(response, message);
    if (session === undefined || (!sessions.has(session) && (!forgets || message.id !== undefined))) {
      response.writeHead(404).end();
      return;
    }
    if (message.id === undefined) response.writeHead(202).end();
    else answer(response, message);
  }

  function begin(response: ServerResponse, message: Message): void {
    const session = randomUUID();
    if (!forgets) sessions.add(session);
    response.setHeader('mcp-session-id', session);
    const capabilities = { tools: { listChanged: true }, resources: { subscribe: true } };
    reply(response, message, { result: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'sessions', version: '1' } } });
  }

  function answer(response: ServerResponse, message: Message): void {
    const { name = '', arguments: input = {} } = message.params ?? {};
    if (message.method === 'tools/list') {
      const tool = (title: string, hints = {}) => ({ name: title, inputSchema: { type: 'object' }, annotations: hints });
      return reply(response, message, { result: { tools: [tool('read', { readOnlyHint: true }), tool('write'), tool('page')] } });
    }
    if (message.method !== 'tools/call') return reply(response, message, { result: {} });
    const result = { content: [{ type: 'text', text: 'x'.repeat(Number(input['bytes'] ?? 1)) }] };
    switch (name) {
      case 'page':
        return pour(response, 200, Number(input['bytes'] ?? 1));
      case 'fail':
        return pour(response, 503, Number(input['bytes'] ?? 1));
      case 'lines':
        return pourLines(response, Number(input['bytes'] ?? 1));
      case 'nested':
        return nest(response, message, input['as'] === 'event');
      case 'torn':
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing more\n\n');
        return;
      case 'events':
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\n\n`);
        return;
      default:
        return reply(response, message, { result });
    }
  }

  /** A body that is no message. */
  function pour(response: ServerResponse, status: number, bytes: number): void {
    response.writeHead(status, { 'content-type': 'text/html' });
    poured = 0;
    const pieces = function* () {
      for (; poured < bytes; poured += PIECE) yield Buffer.alloc(Math.min(PIECE, bytes - poured), 'x');
    };
    // A client that has had enough breaks it off.
    pipeline(Readable.from(pieces()), response, () => undefined);
  }

  /** An event of one line of data after the other. */
  function pourLines(response: ServerResponse, bytes: number): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    poured = 0;
    const line = `data: ${'x'.repeat(PIECE)}\n`;
    const pieces = function* () {
      for (; poured < bytes; poured += line.length) yield line;
    };
    pipeline(Readable.from(pieces()), response, () => undefined);
  }

  /** An answer in which brackets are opened thousands of times; as an event it is in two lines, after a mark of the byte order. */
  function nest(response: ServerResponse, { id }: Message, asEvent: boolean): void {
    const nested = '['.repeat(LEVELS) + ']'.repeat(LEVELS);
    const [first, second] = [`{"jsonrpc":"2.0","id":${id},"result":{"content":[],`, `"structuredContent":{"a":${nested}}}}`];
    response.writeHead(200, { 'content-type': asEvent ? 'text/event-stream' : 'application/json' });
    response.end(asEvent ? `\ufeffdata: ${first}\r\ndata: ${second}\r\n\r\n` : `${first}${second}`);
  }

  function reply(response: ServerResponse, { id }: Message, body: object): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  }

  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/mcp`,
    seen,
    count: (method: string) => seen.filter((one) => one.method === method).length,
    streams: () => streams,
    /** Bytes of the latest body that was no message, as far as they were fetched. */
    poured: () => poured,
    /** As after a restart. */
    forgetSessions: () => sessions.clear(),
    /** Whatever is begun from now on is forgotten at its first request. */
    forgetAlways: () => {
      forgets = true;
      sessions.clear();
    },
    /** What it does with the streams of notices that are opened from now on. */
    onStream: (tell: (response: ServerResponse) => void) => {
      notices = tell;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
