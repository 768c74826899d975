import { promptTokens } from './add-usage';
import type { SessionState } from './session';

/** What a session has cost: undefined where a price is unknown, and where all calls that ended used what nobody knows. */
export function sessionCost({ calls, usage, costUsd }: Pick<SessionState, 'calls' | 'usage' | 'costUsd'>): number | undefined {
  const isCounted = promptTokens(usage) + usage.output > 0;
  return isCounted || calls.every(({ state }) => state === 'running') ? costUsd : undefined;
}
