import { z } from 'zod';
import type { PlanAnswer } from '../../../shared/model/plan';
import type { Tool, ToolOutcome } from './tool';

const WEEK_MS = 7 * 24 * 3600 * 1000;

const inputSchema = z.strictObject({ plan: z.string().min(1).max(400_000).describe('The whole plan, in Markdown') });
type Input = z.infer<typeof inputSchema>;

export const exitPlanModeTool: Tool<Input> = {
  name: 'ExitPlanMode',
  description: `Shows your plan to the person, who approves it, edits it or sends it back with remarks. Only in plan mode, and only for work that changes something.
- Look first, ask what is open with AskUserQuestion, and then give the plan as a whole: what will be changed where, in which order, and how it is checked.
- When it is approved the mode changes and you begin. The text in the result is the plan that counts: the person may have edited it.`,
  input: inputSchema,
  errors: ['unavailable', 'corrected', 'cancelled'],
  sideEffect: 'none',
  runsIn: 'person',
  timeoutMs: WEEK_MS,
  idempotent: true,
  resultBound: 500_000,
  auditFields: [],
  async describe() {
    return { tool: 'ExitPlanMode', capability: 'plan', paths: [], params: {}, summary: 'Propose a plan' };
  },
  async run({ plan }, context): Promise<ToolOutcome> {
    const answer = await context.proposePlan?.(plan);
    switch (answer?.type) {
      case undefined:
        return {
          ok: false,
          kind: 'unavailable',
          message: 'Nobody can approve a plan here. Stay in plan mode: give the plan as your answer, and stop.',
        };
      case 'not-in-plan-mode':
        return {
          ok: false,
          kind: 'unavailable',
          message: 'Plan mode is not on: nothing has to be approved. Do the work as the mode allows.',
        };
      case 'cancelled':
        return { ok: false, kind: 'cancelled', message: 'Nobody answered: the turn was stopped.' };
      case 'approve':
        return { ok: true, content: approvedWords(plan, answer) };
      case 'reject':
        return { ok: false, kind: 'corrected', message: rejectedWords(plan, answer) };
    }
  },
};

function approvedWords(proposed: string, answer: Extract<PlanAnswer, { type: 'approve' }>): string {
  return [
    `The person approved the plan. The permission mode is now ${answer.mode}: begin.`,
    ...remarksOn(proposed, answer),
    ...(answer.plan === undefined ? [] : ['They edited it; this is the plan that counts:', answer.plan]),
  ].join('\n\n');
}

function rejectedWords(proposed: string, answer: PlanAnswer): string {
  const remarks = remarksOn(proposed, answer);
  return [
    'The person did not approve the plan. Plan mode stays on: change nothing.',
    ...remarks,
    remarks.length === 0 ? 'Ask what they would rather have.' : 'Work that in and propose the plan again.',
  ].join('\n\n');
}

/** The person's words and their remarks on lines of the plan as it was proposed. */
function remarksOn(proposed: string, { words, comments }: PlanAnswer): string[] {
  const lines = proposed.split('\n');
  const remarks = [...comments]
    .sort((a, b) => a.line - b.line)
    .map(({ line, text }) => `- Line ${line} (“${(lines[line - 1] ?? '').trim()}”): ${text}`);
  return [
    ...(words === '' ? [] : [`They say about it: ${words}`]),
    ...(remarks.length === 0 ? [] : [`Their remarks on the lines that you proposed:\n${remarks.join('\n')}`]),
  ];
}
