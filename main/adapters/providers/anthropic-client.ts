import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk/core/error';
import { Stream } from '@anthropic-ai/sdk/core/streaming';
import type { Logger } from '../../core/ports';
import type { ProviderError } from './map-failure';

const MAX_ERROR_CHARS = 65_536;
/** The longest answers of today's models are a fifth of this, framing included. */
const MAX_BODY_BYTES = 100_000_000;

/**
 * The SDK behind one small face. This module is loaded with the first request and not before: it is most of what a start-up
 * would cost. The base class is enough, since the body is already made and the events are wanted raw.
 */
export interface AnthropicClient {
  /** Resolves with the response once its status is known to be good; rejects with the SDK's error. */
  post(body: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>;
}

export interface ClientSettings {
  baseUrl: string;
  key(): Promise<string>;
  fetch?: typeof fetch;
  logger?: Logger;
}

export function openClient(settings: ClientSettings): AnthropicClient {
  const client = new BaseAnthropic({
    apiKey: settings.key,
    baseURL: settings.baseUrl,
    maxRetries: 0,
    openTelemetry: false,
    webhookKey: null,
    logLevel: 'warn',
    logger: loggerFor(settings.logger),
    // A redirect would hand the key and the conversation to an address that nobody chose.
    fetchOptions: { redirect: 'manual' },
    fetch: boundBodies(settings.fetch ?? fetch),
  });
  return {
    // A string body together with a content type goes out as it is; anything else would be encoded a second time.
    post: (body, headers, signal) =>
      client.post('/v1/messages', { body, headers: { ...headers, 'content-type': 'application/json' }, stream: true, signal }).asResponse(),
  };
}

/** The same fetch with bounded bodies: the SDK reads an error whole, and an event up to its end, however far that is. */
function boundBodies(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const { body, ok, status, statusText, headers } = response;
    if (body === null) return response;
    return new Response(ok ? body.pipeThrough(limitBytes()) : await readStart(body), { status, statusText, headers });
  };
}

function limitBytes(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BODY_BYTES) controller.error(new Error(`The answer has more than ${MAX_BODY_BYTES} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}

async function readStart(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
    if (text.length >= MAX_ERROR_CHARS) await reader.cancel();
  }
  return text.slice(0, MAX_ERROR_CHARS);
}

/** Server-sent events of a response before any parsing: pings count as signs of life. */
export function readEvents(response: Response): AsyncGenerator<{ event: string | null; data: string }, void, unknown> {
  return Stream.rawEvents(response);
}

/** What the mapping needs of an error of the SDK; undefined for any other error. */
export function describeError(error: unknown): ProviderError | undefined {
  if (error instanceof APIConnectionTimeoutError) return { timeout: true, message: error.message };
  if (!(error instanceof APIError)) return undefined;
  return {
    message: error.apiMessage ?? causeOf(error) ?? error.message,
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(typeof error.type === 'string' ? { type: error.type } : {}),
    ...(typeof error.requestID === 'string' ? { requestId: error.requestID } : {}),
    ...(error.headers === undefined ? {} : { headers: error.headers }),
    details: error.details,
  };
}

/** "Connection error." says nothing: the reason is in the causes below it. */
function causeOf(error: Error): string | undefined {
  let reason: string | undefined;
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) reason = cause.message === '' ? reason : cause.message;
  return reason;
}

/** The SDK's own words only: what it would print beside them may hold parts of the conversation. */
function loggerFor(logger: Logger | undefined): Record<'error' | 'warn' | 'info' | 'debug', (message: string) => void> {
  const at = (level: 'error' | 'warn' | 'info' | 'debug') => (message: string) => logger?.log(level, `model client: ${message}`);
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}
