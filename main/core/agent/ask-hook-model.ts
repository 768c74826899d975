import { requestHead } from '../context/request-head';
import type { AskModel } from '../hooks/hook-desk';
import { HOOK_JUDGE } from '../hooks/hook-judge';
import { modelName } from '../providers/catalogue';
import { callModel } from './call-model';
import { costLimitReached, limitReached, promptCost, type ReachedLimit } from './limits';
import type { TurnScope } from './turn-scope';

/** Most tokens of a judgement. */
const MOST_TOKENS = 1_024;

/**
 * Puts the prompt of a hook to the model that it names, else to the turn's: a call of its own, in the log with an agent path of its own
 * (`main/hook-…`), counted with the turn. The limits of tokens and money hold as for any call; that of rounds counts answers to the
 * person only. Rejects in plain words where there is no answer.
 */
export async function askHookModel(turnScope: TurnScope, question: Parameters<AskModel>[0]): Promise<string> {
  const scope = await withModel(turnScope, question.model);
  const { deps, options, totals } = scope;
  const { model, config, turn } = options;
  const { rounds: _rounds, ...limits } = options.limits;
  if (limits.costUsd !== undefined && model.price === undefined)
    throw new Error(`No model was asked: the price of ${modelName(model)} is unknown, so the limit of money cannot be kept.`);
  refuse(limitReached(limits, totals, 0));
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
  refuse(costLimitReached(limits, totals, model, call));
  const settle = totals.tree.expect(promptCost(model, call));
  const reply = await callModel({ ...scope, options: { ...options, agent }, signal: question.signal }, call).finally(settle);
  totals.add(reply);
  if (reply.failure !== undefined) throw new Error(`The model could not be asked: ${reply.failure.message}`);
  return reply.text;
}

async function withModel(scope: TurnScope, wanted: string | undefined): Promise<TurnScope> {
  if (wanted === undefined) return scope;
  const chosen = await scope.deps.chooseModel?.(wanted);
  if (chosen === undefined) throw new Error(`The model ${wanted} cannot be had here.`);
  return { ...scope, deps: { ...scope.deps, provider: chosen.provider }, options: { ...scope.options, model: chosen.model } };
}

function refuse(reached: ReachedLimit | undefined): void {
  if (reached !== undefined) throw new Error(`No model was asked: the limit of ${reached.limit} is reached.`);
}
