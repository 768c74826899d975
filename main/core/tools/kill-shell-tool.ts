import { z } from 'zod';
import { scalarParams } from './scalar-params';
import type { Tool } from './tool';

const inputSchema = z.strictObject({ bash_id: z.string().min(1).describe('Id that Bash gave for the background command') });
type Input = z.infer<typeof inputSchema>;

export const killShellTool: Tool<Input> = {
  name: 'KillShell',
  description: 'Ends a background command with everything that it started.',
  input: inputSchema,
  errors: ['not-found'],
  // It reaches only what this session itself started.
  sideEffect: 'none',
  runsIn: 'shell',
  timeoutMs: 10_000,
  idempotent: true,
  resultBound: 30_000,
  auditFields: ['bash_id'],
  async describe(input, context) {
    const command = context.background.get(input.bash_id)?.command;
    return {
      tool: 'KillShell',
      capability: 'plan',
      paths: [],
      params: scalarParams(input),
      summary: `End the background command ${input.bash_id}`,
      preview: command === undefined ? undefined : { type: 'command', text: command },
    };
  },
  async run(input, context) {
    const shell = context.background.get(input.bash_id);
    if (shell === undefined)
      return { ok: false, kind: 'not-found', message: `There is no background command ${input.bash_id} in this session.` };
    if (shell.done) return { ok: true, content: `${input.bash_id} had already ended.` };
    await shell.run.stop();
    return { ok: true, content: `${input.bash_id} was ended.` };
  },
};
