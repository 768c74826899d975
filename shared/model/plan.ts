import { z } from 'zod';
import { partRefSchema } from './part';
import { modeSchema } from './mode';

/** A remark of the person on a line (1-based) of a proposed plan. */
export const planCommentSchema = z.object({ line: z.number().int().positive(), text: z.string().min(1) });
export type PlanComment = z.infer<typeof planCommentSchema>;

/** What a person says about a plan, whichever way they answer it: on the whole, and on lines of it as it was proposed. */
const remarks = { words: z.string().default(''), comments: z.array(planCommentSchema).max(500).default([]) };

/** How a person answers a plan. `plan` is their own text of it, where they edited it; `mode` is where the work goes on in. */
export const planAnswerSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('approve'),
    mode: z.enum(['default', 'acceptEdits']),
    plan: z.string().min(1).max(400_000).optional(),
    ...remarks,
  }),
  z.object({ type: z.literal('reject'), ...remarks }),
]);
export type PlanAnswer = z.infer<typeof planAnswerSchema>;

/** `plan` is the text, stored as a JSON string part. */
export const planProposedSchema = z.object({
  request: z.string(),
  item: z.string(),
  turn: z.string(),
  agent: z.string(),
  plan: partRefSchema,
});

export const planAnsweredSchema = z.object({
  request: z.string(),
  /** `cancelled`: the turn was stopped, or the host ended, before anybody answered. */
  outcome: z.enum(['approved', 'rejected', 'cancelled']),
  by: z.string(),
  /** As the person edited it; absent where they did not. */
  plan: partRefSchema.optional(),
  mode: modeSchema.optional(),
  words: z.string().optional(),
  comments: z.array(planCommentSchema).optional(),
});
