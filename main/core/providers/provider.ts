import type { ContentBlock } from '../../../shared/model/block';
import type { Failure } from '../../../shared/model/failure';
import type { Usage } from '../../../shared/model/usage';

export interface ModelRequest {
  /** The exact JSON text of the body. It is sent as it is: what is stored is what went over the wire. */
  body: string;
  /** Extra request headers (beta flags). */
  headers: Record<string, string>;
}

/**
 * Events of one attempt, in order: `opened`, then per block `block-started`, `block-delta`*, `block-ended`, and at the end exactly
 * one `ended` or `failed`. A block that was started and never ended is incomplete and must not be used.
 */
export type ProviderEvent =
  | { type: 'opened'; requestId?: string }
  | { type: 'block-started'; index: number; block: ContentBlock }
  | { type: 'block-delta'; index: number; channel: 'text' | 'thinking' | 'input'; text: string }
  /** `block` is raw and whole. A `tool_use` whose input is not valid JSON carries the text in `unparsed` (its `input` is `{}`). */
  | { type: 'block-ended'; index: number; block: ContentBlock; unparsed?: string }
  | { type: 'ended'; stopReason: string; stopDetails?: Record<string, unknown>; usage?: Usage }
  | { type: 'failed'; failure: Failure; usage?: Usage };

/** A stateless stream. Never throws; ends with `ended` or `failed`; no retry inside. */
export interface ModelProvider {
  readonly name: string;
  readonly endpoint: string;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ProviderEvent>;
}
