import { z } from 'zod';

/** Tokens of one call or a sum of calls, as four disjoint numbers; totals are derived. */
export const usageSchema = z.object({
  /** Uncached input. */
  input: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  output: z.number(),
});
export type Usage = z.infer<typeof usageSchema>;
