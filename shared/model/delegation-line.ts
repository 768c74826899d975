import { z } from 'zod';

/** A line of the check that a delegation goes through before the agent is started. */
export const delegationLineSchema = z.object({
  about: z.enum(['goal', 'scope', 'tools', 'bans', 'answer', 'end']),
  /** Words of the task, or names of tools; empty where it says nothing about it. */
  text: z.string(),
  state: z.enum(['ok', 'unsaid', 'problem']),
  /** Tools that its definition takes away. */
  without: z.array(z.string()).optional(),
  /** Most model calls. */
  rounds: z.number().int().optional(),
  /** It has no tool at all; or none that changes anything, and the task speaks of changes. */
  problem: z.enum(['no-tools', 'changes-nothing']).optional(),
});
export type DelegationLine = z.infer<typeof delegationLineSchema>;
