import { z } from 'zod';
import { scalarParams } from './scalar-params';
import type { Tool } from './tool';

/** Commands of a skill have two minutes each; a skill has few. */
const TIMEOUT_MS = 15 * 60_000;

const inputSchema = z.strictObject({
  skill: z.string().min(1).max(512).describe('Its name, as in the list of skills'),
  args: z.string().max(100_000).describe('What would be typed after /name').optional(),
});
type Input = z.infer<typeof inputSchema>;

export const skillTool: Tool<Input> = {
  name: 'Skill',
  description: `Loads a skill: instructions for a kind of task, listed in a reminder by name and description.
- When one fits what was asked, load it before you start. Its text comes after the result; follow it for the task at hand.
- Load only what is on the list, and none twice: its text stays. When the person typed /name, its text is there already.`,
  input: inputSchema,
  errors: ['not-found', 'unavailable', 'failed'],
  sideEffect: 'execute',
  runsIn: 'host',
  timeoutMs: TIMEOUT_MS,
  idempotent: false,
  resultBound: 10_000,
  auditFields: ['skill', 'args'],
  async describe(input, context) {
    const obstacle = await context.skills?.findHindrance(input.skill);
    return {
      tool: 'Skill',
      capability: 'skill',
      paths: [],
      params: scalarParams(input),
      summary: `Use the skill ${input.skill}${input.args === undefined ? '' : `: ${input.args}`}`,
      ...(obstacle === undefined ? {} : { obstacle }),
    };
  },
  async run({ skill, args = '' }, context) {
    if (context.skills === undefined) return { ok: false, kind: 'unavailable', message: 'There are no skills here.' };
    const { outcome, words } = await context.skills.invoke({ name: skill, args, item: context.item, signal: context.signal });
    return outcome === 'refused' ? { ok: false, kind: 'failed', message: words } : { ok: true, content: words };
  },
};
