import type { HookPlace } from '../../../shared/model/hook-run';

/** A question that is no part of the conversation: a hook's prompt. */
export interface HookQuestion {
  run: string;
  place: HookPlace;
  prompt: string;
  /** The agent path of the call. */
  agent: string;
  turn: string;
  provider: string;
  model: string;
  endpoint: string;
  head: Record<string, unknown>;
  /** What the model is told about its task. */
  system: string;
}
