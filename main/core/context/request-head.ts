import type { Config, ModelInfo } from '../../../shared/model/config';
import { type Effort, fitEffort } from '../../../shared/model/effort';

const BUDGET = 10_000;
const LEAST_BUDGET = 1_024;
/** Models from 4.7 on leave thinking out of the answer unless it is asked for. */
const ADAPTIVE = { type: 'adaptive', display: 'summarized' };

/**
 * Top-level members of a request other than system, tools and messages, in wire order. `thinkingFits` is false when a tool loop
 * goes on whose newest answer has no thinking: a model with a thinking budget refuses to begin thinking there. A model is told no
 * effort that it does not know; above `high`, it takes one only while it thinks.
 */
export function requestHead(
  model: ModelInfo,
  config: Config,
  maxTokens: number,
  thinkingFits: boolean,
  effort?: Effort,
): Record<string, unknown> {
  const level = effort === undefined ? undefined : fitEffort(effort, model.efforts ?? []);
  const head = {
    model: model.id,
    max_tokens: maxTokens,
    stream: true,
    ...(level === undefined ? {} : { output_config: { effort: level } }),
  };
  const on = config.thinking === 'adaptive' || level === 'xhigh' || level === 'max';
  switch (model.thinking) {
    // It thinks in any case, and what it says between tool calls is in there: not asked for, the turn would be silent.
    case 'adaptive':
      return { ...head, thinking: ADAPTIVE };
    case 'between-tools':
      return { ...head, thinking: on ? ADAPTIVE : { type: 'between_tools' } };
    case 'optional':
      return { ...head, thinking: on ? ADAPTIVE : { type: 'disabled' } };
    case 'budget': {
      const budget = Math.min(BUDGET, maxTokens - 1);
      return on && thinkingFits && budget >= LEAST_BUDGET ? { ...head, thinking: { type: 'enabled', budget_tokens: budget } } : head;
    }
    case 'none':
      return head;
  }
}
