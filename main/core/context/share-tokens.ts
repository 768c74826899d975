import type { Anatomy } from '../../../shared/model/anatomy';
import type { Segment } from '../../../shared/model/segment';
import { promptTokens } from '../../../shared/model/add-usage';
import type { CallSource } from './call-source';
import { listSegments } from './list-segments';

/**
 * Tokens per segment, in their order. Shares and overhead sum to the total (invariant 3): the host's estimate, or, once the provider
 * has counted, its count of input, shared out by largest remainder.
 */
export function shareTokens(
  source: Pick<CallSource, 'start' | 'recipe' | 'end'>,
  segments: readonly Segment[] = listSegments(source.recipe),
): { shares: number[]; sums: Anatomy['tokens'] } {
  const usage = source.end?.usage;
  const counted = usage === undefined ? 0 : promptTokens(usage);
  const estimates = [...segments.map((segment) => segment.tokens), source.start.estimate.overhead];
  const shares = counted > 0 ? shareOut(estimates, counted) : estimates;
  const total = shares.reduce((sum, share) => sum + share, 0);
  return {
    shares: shares.slice(0, segments.length),
    sums: { overhead: shares[segments.length] ?? 0, total, ...(counted > 0 ? { provider: counted } : {}), estimated: counted === 0 },
  };
}

/** Whole numbers in proportion to the weights that sum to `total` (largest remainder). Without any weight all of it goes to the last. */
export function shareOut(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map((_, index) => (index === weights.length - 1 ? total : 0));
  const exact = weights.map((weight) => (weight * total) / sum);
  const shares = exact.map(Math.floor);
  const missing = total - shares.reduce((all, share) => all + share, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}
