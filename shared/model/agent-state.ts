import { z } from 'zod';

/** How a sub-agent stands. `limit`: a limit of its turn or of the whole tree ended it. */
export const agentStateSchema = z.enum(['running', 'completed', 'failed', 'stopped', 'limit']);
export type AgentState = z.infer<typeof agentStateSchema>;
