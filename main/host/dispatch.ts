import type { z } from 'zod';
import type { MethodName, methods } from '../../shared/contract/methods';
import { CodedError, type ErrorCode, type WireError } from '../../shared/model/failure';
import { FileError, type FileErrorCode, type Logger } from '../core/ports';
import type { ClientInfo } from './host';
import { KeyedQueue } from '../core/kernel/keyed-queue';

/** What a handler knows about the call beside its parameters. */
export interface CallContext {
  client: ClientInfo;
  /** Identity of the connection, for subscriptions. */
  connection: symbol;
  /** Aborts when the connection closes: nobody waits for the reply any more. */
  closed: AbortSignal;
  /** Runs once the reply is on its way: what a subscription held back may follow then. */
  afterReply(job: () => void): void;
}

type Row = (typeof methods)[MethodName];

/** A row of the contract bound to its handler, with the types sealed in. */
export interface BoundMethod {
  row: Row;
  call(params: unknown, context: CallContext): Promise<unknown>;
}

interface TypedRow<P extends z.ZodType, R extends z.ZodType> {
  params: P;
  result: R;
}

/** Binds a handler to its row: parameters are parsed at this edge and nowhere else. */
export function handle<P extends z.ZodType, R extends z.ZodType>(
  row: Row & TypedRow<P, R>,
  run: (params: z.output<P>, context: CallContext) => Promise<z.output<R>> | z.output<R>,
): BoundMethod {
  const schema: P = row.params;
  return {
    row,
    async call(params, context) {
      const parsed = schema.safeParse(params);
      if (!parsed.success) throw new CodedError('bad-request', describeIssue(parsed.error));
      return run(parsed.data, context);
    },
  };
}

function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? 'bad parameters' : `${issue.path.join('.') || 'params'}: ${issue.message}`;
}

export type MethodTable = Record<MethodName, BoundMethod>;

export interface Dispatcher {
  /** Never rejects: a failure becomes an error of the closed list. */
  dispatch(method: string, params: unknown, context: CallContext): Promise<{ result: unknown } | { error: WireError }>;
}

export interface DispatcherOptions {
  table: MethodTable;
  logger: Logger;
  checkResults: boolean;
}

/** Calls of one session, and changes of the settings, run one after another; everything else side by side. */
export function createDispatcher({ table, logger, checkResults }: DispatcherOptions): Dispatcher {
  const queue = new KeyedQueue();
  const bound = new Map<string, BoundMethod>(Object.entries(table));

  async function answer(method: string, params: unknown, context: CallContext): Promise<unknown> {
    const found = bound.get(method);
    if (found === undefined) throw new CodedError('unknown-method', `no method ${JSON.stringify(method.slice(0, 80))}`);
    const key = scopeKey(found.row.scope, params);
    const result = key === undefined ? await found.call(params, context) : await queue.run(key, () => found.call(params, context));
    return checkResults ? found.row.result.parse(result) : result;
  }

  return {
    async dispatch(method, params, context) {
      try {
        return { result: await answer(method, params, context) };
      } catch (error) {
        return { error: toWireError(error, method, logger) };
      }
    },
  };
}

/** Of files that a request names; those of the host's own home come as coded errors. */
const FILE_CODES: Partial<Record<FileErrorCode, ErrorCode>> = {
  'not-found': 'not-found',
  denied: 'denied',
  'no-space': 'write-failed',
  'too-large': 'too-large',
};

function scopeKey(scope: Row['scope'], params: unknown): string | undefined {
  if (scope === 'none') return undefined;
  if (scope === 'config') return 'config';
  const session = typeof params === 'object' && params !== null && 'session' in params ? params.session : undefined;
  return typeof session === 'string' ? `session ${session}` : undefined;
}

function toWireError(error: unknown, method: string, logger: Logger): WireError {
  if (error instanceof CodedError) {
    return error.data === undefined
      ? { code: error.code, message: error.message }
      : { code: error.code, message: error.message, data: error.data };
  }
  if (error instanceof FileError) return { code: FILE_CODES[error.code] ?? 'bad-request', message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  logger.log('error', 'a handler failed', { method, error: error instanceof Error ? (error.stack ?? message) : message });
  return { code: 'internal', message };
}
