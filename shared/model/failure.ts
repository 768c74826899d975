import { z } from 'zod';

/** Why a model call failed. Providers never throw: this is the payload of their last event. */
export const failureKindSchema = z.enum([
  'network',
  'timeout',
  'stalled',
  'interrupted-stream',
  'rate-limited',
  'overloaded',
  'server',
  'invalid-request',
  'authentication',
  'forbidden',
  'not-found',
  'billing',
  'too-large',
  'protocol',
  'aborted',
  'no-credential',
]);
export type FailureKind = z.infer<typeof failureKindSchema>;

export const failureSchema = z.object({
  kind: failureKindSchema,
  /** The provider's or the system's own words, redacted; shown to the person. */
  message: z.string(),
  status: z.number().optional(),
  requestId: z.string().optional(),
  /** Wait asked for by the server, in milliseconds, already capped by the adapter's caller. */
  retryAfterMs: z.number().optional(),
  /** The server's own word (`x-should-retry`) on whether the same request is worth another attempt; stronger than the kind. */
  shouldRetry: z.boolean().optional(),
  /** JSON pointer to the refused block, where the provider's message names one. */
  pointer: z.string().optional(),
});
export type Failure = z.infer<typeof failureSchema>;

export const RETRYABLE: ReadonlySet<FailureKind> = new Set([
  'network',
  'timeout',
  'stalled',
  'interrupted-stream',
  'rate-limited',
  'overloaded',
  'server',
]);

/** The closed list of error codes on the wire and in `--json` output. Branch on the code, never on the message. */
export const errorCodeSchema = z.enum([
  'bad-request',
  'unknown-method',
  'version-mismatch',
  'not-found',
  'conflict',
  'read-only',
  'busy',
  'denied',
  'untrusted',
  'no-credential',
  'unavailable',
  'write-failed',
  'too-large',
  'provider',
  'aborted',
  'internal',
]);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

export const wireErrorSchema = z.object({ code: errorCodeSchema, message: z.string(), data: z.record(z.string(), z.unknown()).optional() });
export type WireError = z.infer<typeof wireErrorSchema>;

/** An error with a code of the closed list: the only kind of error that crosses the host's edge on purpose. */
export class CodedError extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown> | undefined;
  constructor(code: ErrorCode, message: string, data?: Record<string, unknown>) {
    super(message);
    this.name = 'CodedError';
    this.code = code;
    this.data = data;
  }
}
