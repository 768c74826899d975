import type { FetchLike } from '@modelcontextprotocol/client';
import { isRecord } from '../../core/kernel/is-record';
import { ServerError } from '../../core/mcp/server-connection';
import type { FrameParser } from './frame-parser';
import { createLineFrames, describeBytes, FrameTooLarge } from './line-frames';
import { TOO_MUCH } from './read-frame';

/** The largest body of what is no message: words on a failure, metadata and tokens of a sign-in. In bytes. */
const MOST_ASIDE = 1_048_576;
const DATA = 'data:';
const LINE_END = Buffer.from('\n');
const RETURN = 13;
const COLON = 58;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
/** What a line of an event costs beside its bytes. */
const PER_LINE = 128;

/** How large a message may be, and who hears of a stream that held a larger one and answers no request. */
export interface MessageBound {
  mostBytes: number;
  onTooLarge(reason: ServerError): void;
}

/**
 * A `fetch` whose large JSON bodies and events do not hold the thread: what comes out of it has names for its long texts, and none is
 * larger than the bound: an answer that would be is one that says so. A body that is no message is bounded, too.
 */
export function withLargeBodies(fetch: FetchLike, parser: FrameParser, { mostBytes, onTooLarge }: MessageBound): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { body, headers, ok } = response;
    const type = headers.get('content-type') ?? '';
    if (body === null) return response;
    if (ok && /^text\/event-stream\b/i.test(type)) {
      const end = (controller: TransformStreamDefaultController<Uint8Array>) => {
        const message = `the server at ${new URL(url).origin} sent an event of more than ${describeBytes(mostBytes)}, the bound of a message`;
        const id = requestOf(init?.body);
        if (id === undefined) onTooLarge(new ServerError('malformed', message));
        else controller.enqueue(Buffer.from(`data: ${JSON.stringify({ jsonrpc: '2.0', id, error: { code: TOO_MUCH, message } })}\n\n`));
        controller.terminate();
      };
      return withBody(response, body.pipeThrough(shrinkEvents(parser, mostBytes, end)));
    }
    if (!ok || !/^application\/json\b/i.test(type)) return bound(response, body, MOST_ASIDE);
    const bounded = bound(response, body, mostBytes);
    return Object.defineProperty(bounded, 'json', { value: () => readJson(bounded, parser) });
  };
}

/** Which request a body asks; undefined where it asks none. */
function requestOf(body: RequestInit['body']): string | number | undefined {
  if (typeof body !== 'string') return undefined;
  const message: unknown = JSON.parse(body);
  const id = isRecord(message) && 'method' in message ? message['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** A `fetch` for what is small: no body of it is larger than that. */
export function withSmallBodies(fetch: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    return response.body === null ? response : bound(response, response.body, MOST_ASIDE);
  };
}

/** Over the bound, the words on a failure are cut, for it is told all the same; reading anything else fails. Nothing more is fetched. */
function bound(response: Response, body: ReadableStream<Uint8Array<ArrayBuffer>>, mostBytes: number): Response {
  let left = mostBytes;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      const fits = chunk.length <= left;
      if (fits || !response.ok) controller.enqueue(fits ? chunk : chunk.subarray(0, left));
      left -= chunk.length;
      if (fits) return;
      if (response.ok) controller.error(new FrameTooLarge(mostBytes));
      else controller.terminate();
    },
  });
  return withBody(response, body.pipeThrough(limit));
}

function withBody({ status, statusText, headers }: Response, body: ReadableStream): Response {
  return new Response(body, { status, statusText, headers });
}

async function readJson(response: Response, parser: FrameParser): Promise<unknown> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return parser.parse([bytes], bytes.length);
}

/** `onTooLarge` is to end the stream. */
function shrinkEvents(
  parser: FrameParser,
  mostBytes: number,
  onTooLarge: (controller: TransformStreamDefaultController<Uint8Array>) => void,
): TransformStream<Uint8Array, Uint8Array> {
  const frames = createLineFrames(mostBytes);
  let event: Buffer[] = [];
  let bytes = 0;
  let isFirst = true;

  async function shrink(chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): Promise<void> {
    for (const frame of frames.add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))) {
      const whole = Buffer.concat(frame.chunks, frame.bytes);
      const line =
        isFirst && whole.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? whole.subarray(BYTE_ORDER_MARK.length) : whole;
      isFirst = false;
      for (const piece of splitAtReturns(line)) {
        if (piece.length === 0) {
          controller.enqueue(await shrinkEvent(event, parser));
          [event, bytes] = [[], 0];
        } else if (piece[0] !== COLON) {
          bytes += piece.length + PER_LINE;
          if (bytes > mostBytes) throw new FrameTooLarge(mostBytes);
          event.push(piece);
        }
      }
    }
  }

  return new TransformStream({
    async transform(chunk, controller) {
      try {
        await shrink(chunk, controller);
      } catch (error) {
        if (!(error instanceof FrameTooLarge)) throw error;
        onTooLarge(controller);
      }
    },
  });
}

/** A line may also end with a carriage return; one before the line feed belongs to it. */
function splitAtReturns(line: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let end = line.indexOf(RETURN); end !== -1; end = line.indexOf(RETURN, from)) {
    pieces.push(line.subarray(from, end));
    from = end + 1;
  }
  return from === line.length && from > 0 ? pieces : [...pieces, line.subarray(from)];
}

/** An event as it is where its data are light, else with data that are: names for its long texts, and no more of it than is read. */
async function shrinkEvent(lines: readonly Buffer[], parser: FrameParser): Promise<Buffer> {
  const data = lines.filter(isData).flatMap((line) => [line.subarray(DATA.length), LINE_END]);
  const whole = Buffer.concat(data);
  if (parser.isLight(whole)) return Buffer.concat([...lines.flatMap((line) => [line, LINE_END]), LINE_END]);
  const others = lines.filter((line) => !isData(line)).flatMap((line) => [line, LINE_END]);
  return Buffer.concat([...others, ...(await shrinkData(whole, parser)), LINE_END]);
}

/** Nothing for what is no message. */
async function shrinkData(whole: Buffer, parser: FrameParser): Promise<Buffer[]> {
  try {
    return [Buffer.from(`${DATA}${JSON.stringify(await parser.parse([whole], whole.length))}\n`)];
  } catch {
    return [];
  }
}

function isData(line: Buffer): boolean {
  return line.subarray(0, DATA.length).toString('latin1') === DATA;
}
