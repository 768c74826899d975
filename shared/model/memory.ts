import { z } from 'zod';
import { verdictSchema } from './permission';

/** What would hold a sentence that a model may forget. */
export const memoryOfferSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rule'), verdict: verdictSchema, rules: z.array(z.string()).min(1) }),
  /** `example` names one of the examples that come with the product. */
  z.object({ type: z.literal('hook'), example: z.string() }),
]);
export type MemoryOffer = z.infer<typeof memoryOfferSchema>;

/** Something about instruction files that their author would want to know. `words` is the sentence itself; lines are 1-based. */
export const memoryFindingSchema = z.object({
  code: z.enum(['memory-long', 'memory-contradiction', 'memory-secret', 'memory-unenforced']),
  severity: z.enum(['warning', 'info']),
  file: z.string(),
  line: z.number().int(),
  words: z.string(),
  /** What contradicts it. */
  other: z.object({ file: z.string(), line: z.number().int(), words: z.string() }).optional(),
  offer: memoryOfferSchema.optional(),
});
export type MemoryFinding = z.infer<typeof memoryFindingSchema>;
