import { requestHead } from '../context/request-head';
import type { AskModel } from '../hooks/hook-desk';
import { HOOK_JUDGE } from '../hooks/hook-judge';
import { callModel } from './call-model';
import { limitReached } from './limits';
import type { TurnScope } from './turn-scope';

/** Most tokens of a judgement. */
const MOST_TOKENS = 1_024;

/**
 * Puts the prompt of a hook to the model of the turn: a call of its own, in the log with an agent path of its own
 * (`main/hook-…`), counted with the turn. Rejects in plain words where there is no answer.
 */
export async function askHookModel(scope: TurnScope, question: Parameters<AskModel>[0]): Promise<string> {
  const { deps, options, totals } = scope;
  const { model, config, limits, turn } = options;
  const reached = limitReached(limits, totals, 0);
  if (reached !== undefined) throw new Error(`No model was asked: the limit of ${reached.limit} is reached.`);
  const agent = `${options.agent}/${question.run.replace(/^run_/, 'hook-')}`;
  const maxTokens = Math.min(MOST_TOKENS, model.maxOutputTokens);
  const call = deps.context.assembleQuestion({
    ...question,
    agent,
    turn,
    provider: model.provider,
    model: model.id,
    endpoint: deps.provider.endpoint,
    head: requestHead(model, { ...config, thinking: 'off' }, maxTokens, false),
    system: HOOK_JUDGE,
  });
  const reply = await callModel({ ...scope, options: { ...options, agent }, signal: question.signal }, call);
  totals.add(reply);
  if (reply.failure !== undefined) throw new Error(`The model could not be asked: ${reply.failure.message}`);
  return reply.text;
}
