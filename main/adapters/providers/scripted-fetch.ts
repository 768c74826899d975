import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { pickRound } from './scripted/pick-round';
import { type PlayStep, playRound } from './scripted/play-round';
import { PromptCache } from './scripted/prompt-cache';
import { describeSituation, parseRequest, type ScriptRequest } from './scripted/read-request';
import type { Script, ScriptFailure } from './scripted/script-format';

export interface ScriptedFetchOptions {
  /** Name under which the models list shows it. */
  name: string;
  script: Script;
  now?: () => number;
  /** Rejects when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/**
 * A `fetch` that answers Messages requests from a script, with real server-sent events: for the real Anthropic adapter, which
 * knows nothing of it. Keeps what a server would keep: cached prefixes, and how often a round has failed.
 */
export function createScriptedFetch(options: ScriptedFetchOptions): typeof fetch {
  const cache = new PromptCache();
  const failedBefore = new Map<string, number>();
  const now = options.now ?? Date.now;
  const sleep = options.sleep ?? ((ms: number, signal?: AbortSignal) => wait(ms, undefined, signal === undefined ? {} : { signal }));

  /** The failure of this attempt; counts it. After its last time the round is played as written, and the count begins again. */
  function failureNow(key: string, failure: ScriptFailure | undefined): ScriptFailure | undefined {
    if (failure === undefined) return undefined;
    const count = failedBefore.get(key) ?? 0;
    if (count >= failure.times) {
      failedBefore.delete(key);
      return undefined;
    }
    if (failure.kind !== 'truncate' && failure.kind !== 'bad-json') failedBefore.set(key, count + 1);
    return failure;
  }

  function answer(request: ScriptRequest, signal: AbortSignal | undefined): Response {
    const situation = describeSituation(request);
    const { turn, round } = pickRound(options.script, situation);
    const failure = failureNow(`${situation.folder} ${turn?.id} ${situation.at} ${situation.round}`, round.failure);
    const requestId = `req_scripted_${randomBytes(6).toString('hex')}`;
    if (failure?.kind === 'http') return errorResponse(failure, requestId);
    const steps = playRound(round, {
      model: request.model,
      prompt: cache.count(request, now()),
      situation,
      failure,
      charsPerSecond: round.chars_per_second ?? options.script.chars_per_second,
      nextId: (prefix) => `${prefix}_${randomBytes(9).toString('hex')}`,
    });
    return new Response(streamOf(steps, sleep, signal), {
      status: 200,
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'request-id': requestId },
    });
  }

  return async (input, init) => {
    const signal = init?.signal ?? undefined;
    signal?.throwIfAborted();
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.pathname.endsWith('/v1/models'))
      return jsonResponse(
        { data: [{ type: 'model', id: options.name, display_name: `Scripted: ${options.name}` }], has_more: false },
        200,
        {},
      );
    if (!url.pathname.endsWith('/v1/messages'))
      return errorResponse(
        { status: 404, type: 'not_found_error', message: 'The scripted model only knows /v1/messages and /v1/models.' },
        'req_scripted',
      );
    const body = typeof init?.body === 'string' ? init.body : await new Request(input, init).text();
    const request = parseRequest(body);
    if (request === undefined)
      return errorResponse({ status: 400, type: 'invalid_request_error', message: 'The body is not a Messages request.' }, 'req_scripted');
    return answer(request, signal);
  };
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

function errorResponse(failure: Pick<ScriptFailure, 'status' | 'type' | 'message' | 'retry_after'>, requestId: string): Response {
  const type = failure.type ?? ERROR_TYPES[failure.status] ?? 'api_error';
  const error = { type, message: failure.message ?? `Scripted failure ${failure.status}.` };
  const headers: Record<string, string> = {
    'request-id': requestId,
    ...(failure.retry_after === undefined ? {} : { 'retry-after': String(failure.retry_after) }),
  };
  return jsonResponse({ type: 'error', error, request_id: requestId }, failure.status, headers);
}

type Sleep = NonNullable<ScriptedFetchOptions['sleep']>;

function streamOf(steps: Generator<PlayStep>, sleep: Sleep, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  /** Bytes of the next event; undefined at the end. */
  async function next(): Promise<Uint8Array | undefined> {
    for (;;) {
      signal?.throwIfAborted();
      const step = steps.next();
      if (step.done === true) return undefined;
      if (step.value.type === 'event') return encoder.encode(`event: ${step.value.name}\ndata: ${JSON.stringify(step.value.data)}\n\n`);
      if (step.value.type === 'wait') await sleep(step.value.ms, signal);
      else if (step.value.how === 'cut') return undefined;
      else await breakOff(step.value.how, signal);
    }
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const bytes = await next();
        if (bytes === undefined) controller.close();
        else controller.enqueue(bytes);
      } catch (error) {
        controller.error(error);
      }
    },
  });
}

/** The errors that the network would give. A stalled connection stays open until somebody gives up on it. */
async function breakOff(how: 'reset' | 'stall', signal: AbortSignal | undefined): Promise<never> {
  if (how === 'stall') await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
  signal?.throwIfAborted();
  throw new TypeError('terminated', { cause: new Error('read ECONNRESET') });
}

function jsonResponse(value: unknown, status: number, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(value), { status, headers: { ...headers, 'content-type': 'application/json' } });
}
