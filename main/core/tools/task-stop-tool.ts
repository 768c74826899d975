import { z } from 'zod';
import { scalarParams } from './scalar-params';
import type { Tool } from './tool';

const inputSchema = z.strictObject({ task_id: z.string().min(1).max(200).describe('Id of the agent or of the background command') });
type Input = z.infer<typeof inputSchema>;

export const taskStopTool: Tool<Input> = {
  name: 'TaskStop',
  description: 'Stops an agent that you started, with everything below it, or a background command.',
  input: inputSchema,
  errors: ['not-found'],
  // It reaches only what this session itself started.
  sideEffect: 'none',
  runsIn: 'host',
  timeoutMs: 10_000,
  idempotent: true,
  resultBound: 30_000,
  auditFields: ['task_id'],
  async describe(input) {
    return { tool: 'TaskStop', capability: 'plan', paths: [], params: scalarParams(input), summary: `Stop ${input.task_id}` };
  },
  async run({ task_id: id }, context) {
    const shell = context.background.get(id);
    if (shell !== undefined && !shell.done) await shell.run.stop();
    else if (shell === undefined && (await context.agents?.stop(id)) !== true)
      return { ok: false, kind: 'not-found', message: `Nothing that you started has the id ${id}.` };
    return { ok: true, content: `${id} is stopped.` };
  },
};
