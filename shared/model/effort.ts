import { z } from 'zod';

/** How much a model is to think and say, the least first. */
export const effortSchema = z.enum(['low', 'medium', 'high', 'xhigh', 'max']);
export type Effort = z.infer<typeof effortSchema>;
