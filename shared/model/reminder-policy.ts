import { z } from 'zod';

/** How often a reminder of a kind is sent again. `distance` counts estimated tokens since its last copy. */
export const reminderPolicySchema = z.discriminatedUnion('when', [
  z.object({ when: z.literal('once') }),
  z.object({ when: z.literal('changed') }),
  z.object({ when: z.literal('distance'), tokens: z.number().int().positive() }),
  z.object({ when: z.literal('turn') }),
  z.object({ when: z.literal('never') }),
]);
export type ReminderPolicy = z.infer<typeof reminderPolicySchema>;
