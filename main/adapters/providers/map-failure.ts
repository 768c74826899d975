import { z } from 'zod';
import type { Failure, FailureKind } from '../../../shared/model/failure';
import { redactKeys } from '../../core/secrets/redact-keys';
import { cutStart } from '../../../shared/text/cut-text';

const MAX_MESSAGE = 2000;

/** An error as the transport reports it. */
export interface ProviderError {
  message: string;
  status?: number;
  type?: string;
  requestId?: string;
  headers?: Headers;
  details?: unknown;
  timeout?: boolean;
}

const BY_STATUS: Readonly<Record<number, FailureKind>> = {
  400: 'invalid-request',
  401: 'authentication',
  402: 'billing',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  409: 'server',
  413: 'too-large',
  429: 'rate-limited',
  504: 'timeout',
  529: 'overloaded',
};

const BY_TYPE: Readonly<Record<string, FailureKind>> = {
  invalid_request_error: 'invalid-request',
  authentication_error: 'authentication',
  billing_error: 'billing',
  permission_error: 'forbidden',
  not_found_error: 'not-found',
  request_too_large: 'too-large',
  rate_limit_error: 'rate-limited',
  timeout_error: 'timeout',
  overloaded_error: 'overloaded',
  api_error: 'server',
  conflict_error: 'server',
};

/** A failure from an answer of the server: an error status, or an error event inside the stream. */
export function failureOfAnswer(error: ProviderError): Failure {
  const message = cutStart(redactKeys(wordsOf(error)), MAX_MESSAGE);
  const pointer = pointerOf(error);
  const retryAfterMs = retryAfter(error.headers);
  const shouldRetry = wishOf(error.headers);
  return {
    kind: kindOf(error),
    message,
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(shouldRetry === undefined ? {} : { shouldRetry }),
    ...(pointer === undefined ? {} : { pointer }),
  };
}

function wishOf(headers: Headers | undefined): boolean | undefined {
  const wish = headers?.get('x-should-retry')?.trim().toLowerCase();
  return wish === 'true' || wish === 'false' ? wish === 'true' : undefined;
}

function wordsOf({ status, message }: ProviderError): string {
  return status !== undefined && status >= 300 && status < 400
    ? `The server redirects (${status}), which is not followed: set the address that it means as the base URL.`
    : message;
}

/** 400 covers more than bad requests: the type says more. Everything else goes by the status where there is one. */
function kindOf(error: ProviderError): FailureKind {
  if (error.timeout === true) return 'timeout';
  const byType = error.type === undefined ? undefined : BY_TYPE[error.type];
  if (error.status === undefined) return byType ?? 'server';
  if (error.status === 400 && byType !== undefined) return byType;
  return BY_STATUS[error.status] ?? (error.status >= 500 ? 'server' : 'invalid-request');
}

const PLACE = /\bmessages\.(\d+)(?:\.content\.(\d+))?(?=[.:\s]|$)/;
const pathsSchema = z.looseObject({ paths: z.array(z.string()).min(1) });

/** `messages.3.content.1.image: …` and the like, as a JSON pointer to the block (or to the message). */
function pointerOf(error: ProviderError): string | undefined {
  const details = pathsSchema.safeParse(error.details);
  const match = PLACE.exec(error.message) ?? PLACE.exec(details.success ? details.data.paths.join(' ') : '');
  if (match === null) return undefined;
  return match[2] === undefined ? `/messages/${match[1]}` : `/messages/${match[1]}/content/${match[2]}`;
}

/** Milliseconds of `retry-after-ms` or `retry-after` (seconds, or an HTTP date). */
function retryAfter(headers: Headers | undefined): number | undefined {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const text = headers?.get('retry-after') ?? '';
  if (/^\d+(\.\d+)?$/.test(text.trim())) return Number.parseFloat(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
