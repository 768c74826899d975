import { z } from 'zod';

export const agentColorSchema = z.enum(['red', 'blue', 'green', 'yellow', 'purple', 'orange', 'pink', 'cyan']);
export type AgentColor = z.infer<typeof agentColorSchema>;
