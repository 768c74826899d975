import {
  InsufficientScopeError,
  OAuthClientFlowError,
  OAuthError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { ServerError, type ServerErrorKind } from '../../core/mcp/server-connection';
import { redactKnownSecrets } from '../../core/secrets/redact';
import { messageOf, systemCode } from '../storage/system-error';
import { cutStart } from '../../../shared/text/cut-text';
import { STREAM_LOST } from './http-transport';
import { TOO_MUCH } from './read-frame';

const LONGEST = 500;

const SDK_KINDS: Partial<Record<string, ServerErrorKind>> = {
  [SdkErrorCode.RequestTimeout]: 'timed-out',
  [SdkErrorCode.NotConnected]: 'closed',
  [SdkErrorCode.ConnectionClosed]: 'closed',
  [SdkErrorCode.SendFailed]: 'closed',
  [SdkErrorCode.InvalidResult]: 'malformed',
  [SdkErrorCode.UnsupportedResultType]: 'malformed',
  [SdkErrorCode.ListPaginationExceeded]: 'malformed',
  [SdkErrorCode.ClientHttpUnexpectedContent]: 'malformed',
};

/** What a failure of the library, the network or the sign-in means. An abort looks like a time-out there: only its signal tells. */
export function toServerError(error: unknown, signal?: AbortSignal): ServerError {
  if (signal?.aborted === true) return explainAbort(signal.reason);
  if (error instanceof ServerError) return error;
  const { kind, code } = classify(error);
  const mapped = new ServerError(kind, boundDetail(detailOf(error)), code);
  mapped.cause = error;
  return mapped;
}

function explainAbort(reason: unknown): ServerError {
  if (reason instanceof ServerError) return reason;
  const late = reason instanceof Error && reason.name === 'TimeoutError';
  return late ? new ServerError('timed-out', 'the time for it is over') : new ServerError('aborted', 'it was cancelled');
}

/** Without what looks like a secret, and short. */
export function boundDetail(text: string): string {
  return cutStart(redactKnownSecrets(cutStart(text, LONGEST * 4)).text, LONGEST);
}

function classify(error: unknown): { kind: ServerErrorKind; code?: number } {
  if (error instanceof ProtocolError) {
    if (error.code === STREAM_LOST) return { kind: 'closed' };
    if (error.code === TOO_MUCH) return { kind: 'malformed' };
    return { kind: isOwnCheck(error) ? 'malformed' : 'refused', code: error.code };
  }
  if (needsSignIn(error)) return { kind: 'needs-auth' };
  if (error instanceof SdkHttpError) return classifyStatus(error.status);
  if (error instanceof SseError) return error.code === undefined ? { kind: 'cannot-reach' } : classifyStatus(error.code);
  if (error instanceof SdkError) {
    if (error.cause !== undefined) return classify(error.cause);
    return { kind: SDK_KINDS[error.code] ?? 'refused' };
  }
  if (error instanceof OAuthError || error instanceof OAuthClientFlowError) return { kind: 'refused' };
  // What `fetch` rejects with; the system's own words are in its cause.
  if (error instanceof TypeError || systemCode(error) !== undefined) return { kind: 'cannot-reach' };
  return { kind: messageOf(error) === 'Not connected' ? 'closed' : 'malformed' };
}

function classifyStatus(status: number | undefined): { kind: ServerErrorKind; code?: number } {
  if (status === undefined) return { kind: 'cannot-reach' };
  if (status === 401) return { kind: 'needs-auth', code: status };
  return { kind: status >= 500 ? 'cannot-reach' : 'refused', code: status };
}

function needsSignIn(error: unknown): boolean {
  return error instanceof UnauthorizedError || error instanceof InsufficientScopeError;
}

/** The library misses what a tool with an output schema has to give, and says so in an error like one of the server's. */
function isOwnCheck({ message }: Error): boolean {
  return message.includes('has an output schema but did not return structured content');
}

/** The library's words, or for the network those of the system, which lie deepest. */
function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = systemCode(error);
  const own = error.message === '' && code !== undefined ? code : error.message;
  return error.cause instanceof Error ? detailOf(error.cause) : own;
}
