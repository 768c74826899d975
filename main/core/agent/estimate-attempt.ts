import type { CallStart } from '../../../shared/model/call';
import { estimatedPrompt, NO_USAGE, promptTokens } from '../../../shared/model/add-usage';
import type { Usage } from '../../../shared/model/usage';
import { estimateTokens } from '../context/estimate-tokens';
import type { AttemptResult } from './read-stream';

/** The provider's count of an attempt; undefined where it gave none, or only zeros. */
export function reportedUsage({ end }: AttemptResult): Usage | undefined {
  return end.usage === undefined || promptTokens(end.usage) + end.usage.output === 0 ? undefined : end.usage;
}

/**
 * What an attempt has used, by the host's estimate where the provider did not say: an answer that came without a count, or one that
 * broke off, of which only the prompt was counted. Undefined when the server never began to answer.
 */
export function estimateAttempt(attempt: AttemptResult, estimate: CallStart['estimate']): Usage | undefined {
  const reported = reportedUsage(attempt);
  if (!attempt.opened && reported === undefined) return undefined;
  const prompt = reported ?? { ...NO_USAGE, input: estimatedPrompt(estimate) };
  return { ...prompt, output: Math.max(prompt.output, outputTokens(attempt)) };
}

/** What the provider's count of the last attempt lacks. */
export function estimateRest(attempt: AttemptResult, estimate: CallStart['estimate']): Usage | undefined {
  const reported = reportedUsage(attempt);
  if (reported === undefined) return estimateAttempt(attempt, estimate);
  const missed = attempt.end.type === 'failed' ? outputTokens(attempt) - reported.output : 0;
  return missed > 0 ? { ...NO_USAGE, output: missed } : undefined;
}

function outputTokens({ blocks, partial }: AttemptResult): number {
  const whole = blocks.map(({ block }) => JSON.stringify(block));
  return [...whole, ...partial.map(({ text }) => text)].reduce((sum, text) => sum + estimateTokens(text), 0);
}
