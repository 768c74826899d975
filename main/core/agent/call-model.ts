import type { Attempt } from '../../../shared/model/call';
import { isTextBlock, isToolUseBlock, type ToolUseBlock } from '../../../shared/model/block';
import type { Failure } from '../../../shared/model/failure';
import type { ToolCallItem } from '../../../shared/model/item';
import { addUsage } from '../../../shared/model/add-usage';
import type { Usage } from '../../../shared/model/usage';
import type { AssembledCall } from '../context/session-context';
import { costOf } from '../providers/price';
import { type AttemptResult, keepOfAttempt, type ReceivedBlock, readStream, replacedEvents, saysSomething } from './read-stream';
import { estimateAttempt, estimateRest, reportedUsage } from './estimate-attempt';
import { MAX_ATTEMPTS, spreadOf, waitBeforeRetry } from './retry-policy';
import { noticeEvent, type TurnScope } from './turn-scope';

/** A call that the model asked for. */
export interface RequestedCall {
  item: ToolCallItem;
  block: ToolUseBlock;
  unparsed?: string;
}

export interface ModelReply {
  call: string;
  /** The provider's reason; undefined when the call failed. */
  stopReason?: string;
  stopDetails?: Record<string, unknown>;
  failure?: Failure;
  /** In the order asked; all of them need a result, whatever the stop reason. */
  calls: RequestedCall[];
  /** Whether the last block is a call: with a cut answer, that one is half built. */
  endsWithCall: boolean;
  /** What the answer says, without thinking. */
  text: string;
  /** No text and no call. */
  empty: boolean;
  usage?: Usage;
  /** Of attempts and answers that nobody counted. */
  estimatedUsage?: Usage;
  /** Of both. */
  costUsd?: number;
}

/**
 * Sends an assembled call, again where that makes sense, and logs how it ended. `call/started` is in the log before the first
 * byte leaves (invariant 2).
 */
export async function callModel(scope: TurnScope, call: AssembledCall): Promise<ModelReply> {
  const { deps, writer, options } = scope;
  writer.write(...call.events, { type: 'call/started', ...call.start });
  await writer.flush();
  const from = deps.clock.monotonic();
  const failures: Attempt[] = [];
  let estimatedUsage: Usage | undefined;
  let attempt = await readStream(scope, call);
  for (let number = 1; attempt.end.type === 'failed' && !scope.signal.aborted; number += 1) {
    const { failure } = attempt.end;
    const wait = waitBeforeRetry(failure, number, spreadOf(call.start.call + number));
    if (wait === undefined) break;
    const seconds = Math.ceil(wait / 100) / 10;
    const params = { attempt: number + 1, of: MAX_ATTEMPTS, seconds, reason: failure.kind, message: failure.message };
    writer.write(...replacedEvents(attempt), noticeEvent(scope, { level: 'warning', code: 'retrying', params }, call.start.call));
    failures.push({ failure, waitedMs: wait });
    estimatedUsage = sumUsage(estimatedUsage, estimateAttempt(attempt, call.start.estimate));
    await deps.clock.sleep(wait, scope.signal);
    attempt = scope.signal.aborted ? abortedAttempt() : await readStream(scope, call);
  }

  const { blocks, incomplete } = keepOfAttempt(scope, attempt);
  const usage = reportedUsage(attempt);
  estimatedUsage = sumUsage(estimatedUsage, estimateRest(attempt, call.start.estimate));
  const used = sumUsage(usage, estimatedUsage);
  const costUsd = used === undefined ? undefined : costOf(used, options.model, options.config.cacheTtl);
  const { requestId, firstByteMs, end } = attempt;
  writer.write({
    type: 'call/ended',
    call: call.start.call,
    agent: call.start.agent,
    blocks: blocks.map(
      ({ block, item }) => (item !== undefined && 'part' in item ? item.part : undefined) ?? deps.log.putPart(JSON.stringify(block)),
    ),
    durationMs: deps.clock.monotonic() - from,
    attempts: failures,
    ...(incomplete === 0 ? {} : { incomplete }),
    ...(end.type === 'ended' ? { stopReason: end.stopReason } : { failure: end.failure }),
    ...(end.type === 'ended' && end.stopDetails !== undefined ? { stopDetails: end.stopDetails } : {}),
    ...(usage === undefined ? {} : { usage }),
    ...(estimatedUsage === undefined ? {} : { estimatedUsage }),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(firstByteMs === undefined ? {} : { firstByteMs }),
  });
  const last = blocks.at(-1);
  return {
    call: call.start.call,
    calls: blocks.flatMap(toRequestedCall),
    endsWithCall: last !== undefined && isToolUseBlock(last.block),
    text: blocks.flatMap(({ block }) => (isTextBlock(block) ? [block.text] : [])).join('\n'),
    empty: !blocks.some(({ block }) => saysSomething(block)),
    ...(end.type === 'ended' ? { stopReason: end.stopReason } : { failure: end.failure }),
    ...(end.type === 'ended' && end.stopDetails !== undefined ? { stopDetails: end.stopDetails } : {}),
    ...(usage === undefined ? {} : { usage }),
    ...(estimatedUsage === undefined ? {} : { estimatedUsage }),
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}

function sumUsage(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  return a === undefined || b === undefined ? (a ?? b) : addUsage(a, b);
}

function abortedAttempt(): AttemptResult {
  return {
    opened: false,
    blocks: [],
    partial: [],
    end: { type: 'failed', failure: { kind: 'aborted', message: 'Stopped while waiting for the next attempt.' } },
  };
}

function toRequestedCall({ block, item, unparsed }: ReceivedBlock): RequestedCall[] {
  if (!isToolUseBlock(block) || item?.kind !== 'tool-call') return [];
  return [{ item, block, ...(unparsed === undefined ? {} : { unparsed }) }];
}
