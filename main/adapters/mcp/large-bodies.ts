import type { FetchLike } from '@modelcontextprotocol/client';
import { createLineFrames, FrameTooLarge } from './line-frames';
import type { FrameParser } from './frame-parser';

/** Lines of a stream from this length on are parsed by the parser. In bytes. */
const LARGE = 1_048_576;
/** The largest body of what is no message: words on a failure, metadata and tokens of a sign-in. In bytes. */
const MOST_ASIDE = 1_048_576;
const DATA = 'data:';
const LINE_END = Buffer.from('\n');

/**
 * A `fetch` whose large JSON bodies and events do not hold the thread: what comes out of it has names for its long texts, and none is
 * larger than `mostBytes`. A body that is no message is bounded, too.
 */
export function withLargeBodies(fetch: FetchLike, parser: FrameParser, mostBytes: number): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { body, headers, ok } = response;
    const type = headers.get('content-type') ?? '';
    if (body === null) return response;
    if (ok && /^text\/event-stream\b/i.test(type)) return withBody(response, body.pipeThrough(shrinkEvents(parser, mostBytes)));
    if (!ok || !/^application\/json\b/i.test(type)) return bound(response, body, MOST_ASIDE);
    const bounded = bound(response, body, mostBytes);
    return Object.defineProperty(bounded, 'json', { value: () => readJson(bounded, parser) });
  };
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

function shrinkEvents(parser: FrameParser, mostBytes: number): TransformStream<Uint8Array, Uint8Array> {
  const frames = createLineFrames(mostBytes);
  return new TransformStream({
    async transform(chunk, controller) {
      const lines = frames.add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      for (const { chunks, bytes } of lines) {
        const line = Buffer.concat(chunks, bytes);
        controller.enqueue(bytes > LARGE ? await shrinkLine(line, parser) : line);
        controller.enqueue(LINE_END);
      }
    },
  });
}

/** A line of data that is JSON by itself, with names for its long texts; any other line as it is. */
async function shrinkLine(line: Buffer, parser: FrameParser): Promise<Buffer> {
  if (line.subarray(0, DATA.length).toString('latin1') !== DATA) return line;
  const data = Buffer.from(line.subarray(DATA.length));
  try {
    return Buffer.from(`${DATA}${JSON.stringify(await parser.parse([data], data.length))}`);
  } catch {
    return line;
  }
}
