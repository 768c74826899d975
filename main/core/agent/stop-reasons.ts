import type { NoticeText } from './turn-scope';

export interface StopAction {
  /**
   * `done`: the turn ends. `tools`: the calls run and the model is asked again. `resume`: asked again with what it said so far,
   * without a message. `truncated`: like `tools`, but the last block was cut off and never runs; without calls the turn ends.
   */
  next: 'done' | 'tools' | 'resume' | 'truncated';
  notice?: NoticeText;
}

/** Every stop reason of the Messages API; a reason that is not here is a stop. */
const ACTIONS: Readonly<Record<string, StopAction>> = {
  end_turn: { next: 'done' },
  stop_sequence: { next: 'done' },
  tool_use: { next: 'tools' },
  max_tokens: { next: 'truncated', notice: { level: 'warning', code: 'answer-truncated' } },
  pause_turn: { next: 'resume' },
  refusal: { next: 'done', notice: { level: 'warning', code: 'refused' } },
  model_context_window_exceeded: { next: 'done', notice: { level: 'warning', code: 'context-full' } },
  compaction: { next: 'done' },
};

export function actionFor(stopReason: string): StopAction {
  const known = Object.hasOwn(ACTIONS, stopReason) ? ACTIONS[stopReason] : undefined;
  return known ?? { next: 'done', notice: { level: 'info', code: 'unknown-stop', params: { reason: stopReason } } };
}

/** Whether the last block of an answer with this reason may be half built. */
export function mayBeCut(stopReason: string): boolean {
  return stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded';
}
