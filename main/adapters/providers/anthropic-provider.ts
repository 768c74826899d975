import { setTimeout as startTimer } from 'node:timers';
import type { Failure } from '../../../shared/model/failure';
import type { Logger } from '../../core/ports';
import type { ModelProvider, ModelRequest, ProviderEvent } from '../../core/providers/provider';
import { redactKeys } from '../../core/secrets/redact-keys';
import type { AnthropicClient } from './anthropic-client';
import { failureOfAnswer } from './map-failure';
import { StreamReader } from './stream-events';

const PUBLIC_ENDPOINT = 'https://api.anthropic.com';
const STALL_MS = 120_000;
/** How long the end of a body may take after the last event. */
const DRAIN_MS = 500;

export interface AnthropicProviderOptions {
  name: string;
  /** Asked for with each request; undefined gives the failure `no-credential`. */
  apiKey(): Promise<string | undefined>;
  /** Another server that speaks the Messages API. It gets the key as `x-api-key` as well, which many gateways read. */
  baseUrl?: string;
  /** Answers instead of the network. */
  fetch?: typeof fetch;
  logger?: Logger;
  /** Silence, pings included, after which a stream counts as stalled. */
  stallMs?: number;
}

/** The Anthropic Messages API. Reads nothing from the environment but what the SDK itself insists on; never writes to stdout. */
export function createAnthropicProvider(options: AnthropicProviderOptions): ModelProvider {
  const endpoint = (options.baseUrl ?? PUBLIC_ENDPOINT).replace(/\/+$/, '');
  let key = '';
  let loading: Promise<Sdk> | undefined;
  const load = (): Promise<Sdk> => {
    loading ??= import('./anthropic-client').then((sdk) => ({
      sdk,
      client: sdk.openClient({ ...options, baseUrl: endpoint, key: async () => key }),
    }));
    return loading;
  };
  return {
    name: options.name,
    endpoint: redactKeys(endpoint),
    async *stream(request, signal) {
      key = (await options.apiKey()) ?? '';
      if (key === '') {
        yield { type: 'failed', failure: { kind: 'no-credential', message: 'There is no API key for this provider.' } };
        return;
      }
      const headers = options.baseUrl === undefined ? request.headers : { ...request.headers, 'x-api-key': key };
      yield* streamOnce(await load(), { ...request, headers }, signal, options.stallMs ?? STALL_MS, key);
    },
  };
}

interface Sdk {
  sdk: typeof import('./anthropic-client');
  client: AnthropicClient;
}

/** Where an attempt stood when it broke. */
interface Progress {
  answered: boolean;
  stalled: boolean;
}

async function* streamOnce(
  { sdk, client }: Sdk,
  request: ModelRequest,
  signal: AbortSignal,
  stallMs: number,
  key: string,
): AsyncGenerator<ProviderEvent> {
  const reader = new StreamReader();
  const progress: Progress = { answered: false, stalled: false };
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const stall = (): void => {
    progress.stalled = true;
    abort();
  };
  let watchdog = startTimer(stall, stallMs);
  let last: ProviderEvent | undefined;
  let drained = false;
  try {
    const response = await client.post(request.body, request.headers, controller.signal);
    progress.answered = true;
    const requestId = response.headers.get('request-id');
    yield requestId === null ? { type: 'opened' } : { type: 'opened', requestId };
    for await (const { data } of sdk.readEvents(response)) {
      // What comes after the end keeps nobody waiting.
      if (last !== undefined) continue;
      watchdog.refresh();
      for (const event of reader.read(data)) {
        if (event.type !== 'ended' && event.type !== 'failed') {
          yield event;
          continue;
        }
        // The end of the body must be read too: only then is the connection used again.
        last = event;
        clearTimeout(watchdog);
        watchdog = startTimer(stall, DRAIN_MS);
      }
    }
    drained = true;
    yield last ?? failed(failureOf(new Error('The stream ended before the answer did.'), sdk, progress, signal, key), reader);
  } catch (error) {
    yield last ?? failed(failureOf(error, sdk, progress, signal, key), reader);
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', abort);
    if (!drained) abort();
  }
}

function failed(failure: Failure, reader: StreamReader): ProviderEvent {
  return { type: 'failed', failure, ...(reader.usage === undefined ? {} : { usage: reader.usage }) };
}

function failureOf(error: unknown, sdk: Sdk['sdk'], progress: Progress, signal: AbortSignal, key: string): Failure {
  if (signal.aborted) return { kind: 'aborted', message: 'Stopped.' };
  if (progress.stalled) return { kind: 'stalled', message: 'Nothing came from the server any more.' };
  const known = sdk.describeError(error);
  if (known !== undefined && (known.status !== undefined || known.timeout === true)) {
    return failureOfAnswer({ ...known, message: known.message.replaceAll(key, '[key]') });
  }
  const words = known?.message ?? reasonOf(error);
  const message = redactKeys(words.replaceAll(key, '[key]'));
  return { kind: progress.answered ? 'interrupted-stream' : 'network', message };
}

/** The message with those of its causes: "terminated" alone says nothing. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? `${error.message}: ${reasonOf(cause)}` : error.message;
}
