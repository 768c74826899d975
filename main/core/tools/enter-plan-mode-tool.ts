import { z } from 'zod';
import type { Tool } from './tool';

const inputSchema = z.strictObject({});
type Input = z.infer<typeof inputSchema>;

export const enterPlanModeTool: Tool<Input> = {
  name: 'EnterPlanMode',
  description: `Turns plan mode on: from then on nothing is changed until the person has approved a plan (ExitPlanMode). Use it before work that is large, risky or open to several designs, or when the person asks for a plan first.`,
  input: inputSchema,
  errors: ['unavailable'],
  sideEffect: 'none',
  runsIn: 'host',
  timeoutMs: 10_000,
  idempotent: true,
  resultBound: 30_000,
  auditFields: [],
  async describe() {
    return { tool: 'EnterPlanMode', capability: 'plan', paths: [], params: {}, summary: 'Turn plan mode on' };
  },
  async run(_input, context) {
    if (context.enterPlanMode === undefined)
      return { ok: false, kind: 'unavailable', message: 'Nobody could approve a plan here: plan mode is not turned on.' };
    await context.enterPlanMode();
    return { ok: true, content: 'Plan mode is on. Look, ask what is open, and propose the plan with ExitPlanMode.' };
  },
};
