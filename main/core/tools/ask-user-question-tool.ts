import { z } from 'zod';
import { questionSchema } from '../../../shared/model/question';
import type { Tool } from './tool';

const WEEK_MS = 7 * 24 * 3600 * 1000;

const inputSchema = z.strictObject({
  questions: z.array(z.strictObject(questionSchema.shape)).min(1).max(4).describe('One to four questions'),
});
type Input = z.infer<typeof inputSchema>;

export const askUserQuestionTool: Tool<Input> = {
  name: 'AskUserQuestion',
  description: `Asks the person, who chooses from two to four options per question or answers in words (an option "Other" is added for that).
- Use it when the request can be read in several ways and the choice changes what you do. Do not ask what you can find out yourself.
- header is a label of at most 12 characters. If you recommend an option, put it first and say so in its label.`,
  input: inputSchema,
  errors: ['unavailable'],
  sideEffect: 'none',
  runsIn: 'person',
  timeoutMs: WEEK_MS,
  idempotent: true,
  resultBound: 30_000,
  auditFields: [],
  async describe(input) {
    const [first] = input.questions;
    return {
      tool: 'AskUserQuestion',
      capability: 'ask-user',
      paths: [],
      params: {},
      summary: `Ask: ${first?.question ?? ''}${input.questions.length > 1 ? ` (+${input.questions.length - 1})` : ''}`,
    };
  },
  async run(input, context) {
    const chosen = await context.askQuestions(input.questions);
    if (chosen === undefined)
      return {
        ok: false,
        kind: 'unavailable',
        message: 'Nobody can answer now. Go on with what is most reasonable, and say what you assumed.',
      };
    const answers = input.questions.map(({ question }, index) => ({ question, answer: (chosen[index] ?? []).join(', ') || '(no answer)' }));
    return {
      ok: true,
      content: answers.map(({ question, answer }) => `${question}\n→ ${answer}`).join('\n\n'),
      display: { type: 'answers', answers },
    };
  },
};
