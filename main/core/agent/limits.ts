import { estimatedPrompt } from '../../../shared/model/add-usage';
import type { Limits, ModelInfo } from '../../../shared/model/config';
import type { AssembledCall } from '../context/session-context';
import { costOf } from '../providers/price';
import type { TurnTotals } from './turn-totals';

export interface ReachedLimit {
  limit: 'rounds' | 'tokens' | 'cost' | 'time' | 'repeat';
  value: number;
}

/** The limit that forbids another call, looked at before it is assembled. */
export function limitReached(limits: Limits, totals: TurnTotals, elapsedMs: number): ReachedLimit | undefined {
  if (limits.rounds !== undefined && totals.rounds >= limits.rounds) return { limit: 'rounds', value: totals.rounds };
  if (limits.tokens !== undefined && totals.tree.tokens() >= limits.tokens) return { limit: 'tokens', value: totals.tree.tokens() };
  if (limits.costUsd !== undefined && totals.tree.money() >= limits.costUsd) return { limit: 'cost', value: totals.tree.money() };
  if (limits.seconds !== undefined && elapsedMs >= limits.seconds * 1000) return { limit: 'time', value: Math.round(elapsedMs / 1000) };
  return undefined;
}

/** From this share of a limit on, the model is told, so that it can come to an end by itself. */
const NEAR = 0.8;

/** Words for the model about the limits that come near, by the name of the limit. */
export function limitsNear(limits: Limits, totals: TurnTotals): Array<{ limit: ReachedLimit['limit']; words: string }> {
  const near: ReturnType<typeof limitsNear> = [];
  const left = (limits.rounds ?? 0) - totals.rounds;
  if (limits.rounds !== undefined && totals.rounds > 0 && totals.rounds >= limits.rounds * NEAR) {
    near.push({
      limit: 'rounds',
      words: `This turn ends after ${left} more model call${left === 1 ? '' : 's'}. Bring the work to a state that can be left.`,
    });
  }
  if (limits.tokens !== undefined && totals.tree.tokens() >= limits.tokens * NEAR) {
    near.push({ limit: 'tokens', words: 'This turn has nearly used up its tokens. Bring the work to a state that can be left.' });
  }
  if (limits.costUsd !== undefined && totals.tree.money() >= limits.costUsd * NEAR) {
    near.push({ limit: 'cost', words: 'This turn has nearly used up its budget. Bring the work to a state that can be left.' });
  }
  return near;
}

/** What reading the prompt of a call will cost, as far as prices are known. */
export function promptCost(model: ModelInfo, call: AssembledCall): number {
  const cacheRead = call.start.comparison.tokens;
  const cacheWrite = Math.max(0, estimatedPrompt(call.start.estimate) - cacheRead);
  return costOf({ input: 0, cacheRead, cacheWrite, output: 0 }, model) ?? 0;
}

/** Whether reading this prompt alone would go over the limit of money: known before the call, so the call is not made. */
export function costLimitReached(limits: Limits, totals: TurnTotals, model: ModelInfo, call: AssembledCall): ReachedLimit | undefined {
  if (limits.costUsd === undefined) return undefined;
  const expected = totals.tree.money() + promptCost(model, call);
  return expected > limits.costUsd ? { limit: 'cost', value: expected } : undefined;
}

/** Counts how often the very same calls came in a row. */
export class RepeatCounter {
  #key = '';
  #count = 0;

  /** How often these calls have now been asked for in a row. */
  note(calls: ReadonlyArray<{ name: string; input: unknown; unparsed?: string }>): number {
    const key = JSON.stringify(calls.map((call) => [call.name, call.unparsed ?? call.input]));
    this.#count = key === this.#key ? this.#count + 1 : 1;
    this.#key = key;
    return this.#count;
  }
}
