import { z } from 'zod';
import { todoSchema } from '../../../shared/model/question';
import type { Tool } from './tool';

const inputSchema = z.strictObject({ todos: z.array(z.strictObject(todoSchema.shape)).max(100).describe('The whole list, in order') });
type Input = z.infer<typeof inputSchema>;

export const todoWriteTool: Tool<Input> = {
  name: 'TodoWrite',
  description: `Keeps the list of tasks that the person sees. Give the whole list each time.
- Use it for work of three steps or more. Exactly one task is in_progress while you work; mark it completed at once when it is done, and only then.
- content says what to do ("Run the tests"), activeForm what is being done ("Running the tests").`,
  input: inputSchema,
  errors: [],
  sideEffect: 'none',
  runsIn: 'host',
  timeoutMs: 10_000,
  idempotent: true,
  resultBound: 30_000,
  auditFields: [],
  async describe(input) {
    return { tool: 'TodoWrite', capability: 'plan', paths: [], params: {}, summary: `Set the task list (${input.todos.length})` };
  },
  async run(input) {
    const count = (status: string) => input.todos.filter((todo) => todo.status === status).length;
    const content = `The list has ${input.todos.length} tasks: ${count('completed')} completed, ${count('in_progress')} in progress, ${count('pending')} pending.`;
    return { ok: true, content, display: { type: 'todos', todos: input.todos } };
  },
};
