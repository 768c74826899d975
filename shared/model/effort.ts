import { z } from 'zod';

/** How much a model is to think and say, the least first. */
export const effortSchema = z.enum(['low', 'medium', 'high', 'xhigh', 'max']);
export type Effort = z.infer<typeof effortSchema>;

/** The most of what a model knows that is not above what is wanted; undefined where it knows nothing of the kind. */
export function fitEffort(wanted: Effort, known: readonly Effort[]): Effort | undefined {
  const levels = effortSchema.options;
  const below = levels.slice(0, levels.indexOf(wanted) + 1);
  return below.findLast((level) => known.includes(level));
}
