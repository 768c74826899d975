import type { ContentBlock } from '../../shared/model/block';
import type { Failure } from '../../shared/model/failure';
import type { Usage } from '../../shared/model/usage';
import type { ModelProvider, ModelRequest, ProviderEvent } from '../../main/core/providers/provider';

/** A reply in short form; a function writes the events itself. */
export type FakeReply =
  | { blocks?: Array<ContentBlock & { unparsed?: string }>; stop?: string; usage?: Partial<Usage>; details?: Record<string, unknown> }
  | { open?: ContentBlock[]; partial?: ContentBlock; failure: Failure }
  | ((signal: AbortSignal) => AsyncIterable<ProviderEvent>);

export interface FakeProvider extends ModelProvider {
  readonly requests: ModelRequest[];
}

/** Plays replies one after another; the last one is repeated. */
export function createFakeProvider(...replies: FakeReply[]): FakeProvider {
  const requests: ModelRequest[] = [];
  return {
    name: 'fake',
    endpoint: 'fake:',
    requests,
    async *stream(request, signal) {
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      requests.push(request);
      if (reply === undefined) return;
      if (signal.aborted) {
        yield { type: 'failed', failure: { kind: 'aborted', message: 'Stopped.' } };
        return;
      }
      if (typeof reply === 'function') {
        yield* reply(signal);
        return;
      }
      yield { type: 'opened', requestId: `req_${requests.length}` };
      if ('failure' in reply) {
        yield* wholeBlocks(reply.open ?? []);
        if (reply.partial !== undefined) yield* beginBlock(reply.open?.length ?? 0, reply.partial);
        yield { type: 'failed', failure: reply.failure };
        return;
      }
      yield* wholeBlocks(reply.blocks ?? []);
      const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 5, ...reply.usage };
      const stopReason = reply.stop ?? ((reply.blocks ?? []).some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn');
      yield { type: 'ended', stopReason, usage, ...(reply.details === undefined ? {} : { stopDetails: reply.details }) };
    },
  };
}

function* wholeBlocks(blocks: ReadonlyArray<ContentBlock & { unparsed?: string }>): Generator<ProviderEvent> {
  for (const [index, { unparsed, ...block }] of blocks.entries()) {
    yield* beginBlock(index, block);
    yield { type: 'block-ended', index, block, ...(unparsed === undefined ? {} : { unparsed }) };
  }
}

function* beginBlock(index: number, block: ContentBlock): Generator<ProviderEvent> {
  yield { type: 'block-started', index, block: 'input' in block ? { ...block, input: {} } : block };
  if ('text' in block && typeof block.text === 'string' && block.text !== '')
    yield { type: 'block-delta', index, channel: 'text', text: block.text };
  if ('thinking' in block && typeof block.thinking === 'string')
    yield { type: 'block-delta', index, channel: 'thinking', text: block.thinking };
}

export function say(text: string): ContentBlock {
  return { type: 'text', text };
}

export function use(id: string, name: string, input: Record<string, unknown> = {}): ContentBlock {
  return { type: 'tool_use', id, name, input };
}
