import { z } from 'zod';

/** A git worktree that an agent works in. */
export const agentWorktreeSchema = z.object({ path: z.string(), branch: z.string(), base: z.string() });
export type AgentWorktree = z.infer<typeof agentWorktreeSchema>;
