import type { SingleQuestion } from '../context/single-question';
import { requestHead } from '../context/request-head';
import { sayRun } from '../hooks/hook-run-words';
import { OverLimit } from '../kernel/over-limit';
import { SaidError } from '../kernel/say-words';
import { modelName } from '../providers/catalogue';
import { callModel, type ModelReply } from './call-model';
import { costLimitReached, limitReached, promptCost, type ReachedLimit } from './limits';
import type { TurnScope } from './turn-scope';

export interface AsideQuestion extends Pick<SingleQuestion, 'run' | 'place' | 'server' | 'prompt' | 'system'> {
  /** Last part of the agent path of the call. */
  name: string;
  /** Another model than the turn's. */
  model?: string | undefined;
  maxTokens: number;
  /** Texts that end the answer. */
  stopSequences?: readonly string[] | undefined;
  signal: AbortSignal;
}

/**
 * Puts a question to a model beside the conversation: a call of its own, in the log with an agent path of its own, counted with the turn.
 * The limits of tokens and money hold as for any call; that of rounds counts answers to the person only. Rejects in plain words where
 * there is no answer, with `OverLimit` where a limit forbids to ask.
 */
export async function askAside(
  turnScope: TurnScope,
  { name, stopSequences = [], ...question }: AsideQuestion,
): Promise<{ reply: ModelReply; model: string }> {
  const scope = await withModel(turnScope, question.model);
  const { deps, options, totals } = scope;
  const { model, config, turn } = options;
  const { rounds: _rounds, ...limits } = options.limits;
  if (limits.costUsd !== undefined && model.price === undefined) throw new OverLimit(sayRun('model-price', { model: modelName(model) }));
  refuse(limitReached(limits, totals, 0));
  const agent = `${options.agent}/${name}`;
  const call = deps.context.assembleQuestion({
    ...question,
    agent,
    turn,
    provider: model.provider,
    model: model.id,
    endpoint: deps.provider.endpoint,
    head: {
      ...requestHead(model, { ...config, thinking: 'off' }, Math.min(question.maxTokens, model.maxOutputTokens), false),
      ...(stopSequences.length === 0 ? {} : { stop_sequences: stopSequences }),
    },
  });
  refuse(costLimitReached(limits, totals, model, call));
  const settle = totals.tree.expect(promptCost(model, call));
  const reply = await callModel({ ...scope, options: { ...options, agent }, signal: question.signal }, call).finally(settle);
  totals.add(reply);
  if (reply.failure !== undefined) throw new SaidError(sayRun('model-failed', { said: reply.failure.message }));
  return { reply, model: modelName(model) };
}

async function withModel(scope: TurnScope, wanted: string | undefined): Promise<TurnScope> {
  if (wanted === undefined) return scope;
  const chosen = await scope.deps.chooseModel?.(wanted);
  if (chosen === undefined) throw new SaidError(sayRun('model-absent', { model: wanted }));
  return { ...scope, deps: { ...scope.deps, provider: chosen.provider }, options: { ...scope.options, model: chosen.model } };
}

function refuse(reached: ReachedLimit | undefined): void {
  if (reached !== undefined) throw new OverLimit(sayRun(reached.limit === 'tokens' ? 'limit-tokens' : 'limit-cost'));
}
