import type { ToolContext, ToolOutcome } from './tool';

export type Refusal = Extract<ToolOutcome, { ok: false }>;

/** Refuses a file that the session has not read, or that is no longer what it read. By content, not by time (invariant 4). */
export function checkSeen(path: string, bytes: Uint8Array, context: ToolContext): Refusal | undefined {
  const seen = context.ledger.seen(path);
  if (seen === undefined) return { ok: false, kind: 'not-read', message: `${path} has not been read in this session. Read it first.` };
  if (seen !== context.hash(bytes))
    return { ok: false, kind: 'changed-since-read', message: `${path} has changed since it was read. Read it again before you change it.` };
  return undefined;
}
