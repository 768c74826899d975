import { z } from 'zod';
import { outcomeOf } from './agent-tool';
import type { Tool } from './tool';

const inputSchema = z.strictObject({
  to: z.string().min(1).max(200).describe('Id or name of the agent'),
  message: z.string().min(1).max(200_000).describe('What it is told'),
});
type Input = z.infer<typeof inputSchema>;

export const sendMessageTool: Tool<Input> = {
  name: 'SendMessage',
  description: `Tells something to an agent that you started.
- One that still runs reads it before its next model call.
- One that has ended goes on with it, knowing all that it knew, and you get its next last message.`,
  input: inputSchema,
  errors: ['not-found', 'unavailable', 'failed', 'cancelled'],
  sideEffect: 'none',
  runsIn: 'host',
  timeoutMs: Number.POSITIVE_INFINITY,
  idempotent: false,
  resultBound: 60_000,
  auditFields: ['to'],
  async describe({ to, message }) {
    return {
      tool: 'SendMessage',
      capability: 'agent',
      paths: [],
      params: { to },
      summary: `Tell ${to} something`,
      preview: { type: 'text', text: message },
    };
  },
  async run({ to, message }, context) {
    const answer = await context.agents?.message(to, message);
    if (answer === undefined) return { ok: false, kind: 'unavailable', message: 'There are no agents here.' };
    if (answer === 'delivered') return { ok: true, content: `${to} reads it before its next model call.` };
    if ('refusal' in answer) return { ok: false, kind: 'not-found', message: answer.refusal };
    return outcomeOf(answer);
  },
};
