import type { CallResponse } from '../../../shared/model/anatomy';
import type { CallSource } from './call-source';
import { parsePart } from './text-form';

/** What came back for a call, as received. */
export function responseOf(source: Pick<CallSource, 'end' | 'read'>): CallResponse {
  const { end } = source;
  if (end === undefined) return { blocks: [], incomplete: 0, attempts: [], state: 'running' };
  const { stopReason, stopDetails, usage, costUsd, requestId, firstByteMs, failure } = end;
  return {
    blocks: end.blocks.map((part) => parsePart(source.read(part))),
    incomplete: end.incomplete ?? 0,
    durationMs: end.durationMs,
    attempts: end.attempts,
    state: failure === undefined ? 'done' : 'failed',
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(stopDetails === undefined ? {} : { stopDetails }),
    ...(usage === undefined ? {} : { usage }),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(firstByteMs === undefined ? {} : { firstByteMs }),
    ...(failure === undefined ? {} : { failure }),
  };
}
