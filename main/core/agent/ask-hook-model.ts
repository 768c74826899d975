import type { AskModel } from '../hooks/hook-desk';
import { HOOK_JUDGE } from '../hooks/hook-judge';
import { askAside } from './ask-aside';
import type { TurnScope } from './turn-scope';

/** Most tokens of a judgement. */
const MOST_TOKENS = 1_024;

/** Puts the prompt of a hook to the model that it names, else to the turn's (`main/hook-…`). Rejects in plain words where there is no answer. */
export async function askHookModel(scope: TurnScope, question: Parameters<AskModel>[0]): Promise<string> {
  const name = question.run.replace(/^run_/, 'hook-');
  const { reply } = await askAside(scope, { ...question, name, maxTokens: MOST_TOKENS, system: HOOK_JUDGE });
  return reply.text;
}
