import type { FetchLike } from '@modelcontextprotocol/client';
import { createLineFrames, FrameTooLarge } from './line-frames';
import type { FrameParser } from './frame-parser';

/** Lines of a stream from this length on are parsed by the parser. In bytes. */
const LARGE = 1_048_576;
const DATA = 'data:';
const LINE_END = Buffer.from('\n');

/**
 * A `fetch` whose large JSON bodies and events do not hold the thread: what comes out of it has names for its long texts, and none is
 * larger than `mostBytes`.
 */
export function withLargeBodies(fetch: FetchLike, parser: FrameParser, mostBytes: number): FetchLike {
  return async (url, init) => {
    const response = await fetch(url, init);
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || response.body === null) return response;
    if (/^text\/event-stream\b/i.test(type)) return withStream(response, response.body.pipeThrough(shrinkEvents(parser, mostBytes)));
    if (/^application\/json\b/i.test(type)) Object.defineProperty(response, 'json', { value: () => readJson(response, parser, mostBytes) });
    return response;
  };
}

function withStream({ status, statusText, headers }: Response, body: ReadableStream): Response {
  return new Response(body, { status, statusText, headers });
}

async function readJson({ body }: Response, parser: FrameParser, mostBytes: number): Promise<unknown> {
  if (body === null) return parser.parse([], 0);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length;
    if (bytes > mostBytes) {
      await reader.cancel();
      throw new FrameTooLarge(mostBytes);
    }
    chunks.push(Buffer.from(part.value.buffer, part.value.byteOffset, part.value.byteLength));
  }
  return parser.parse(chunks, bytes);
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
