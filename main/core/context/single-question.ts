import type { HookPlace } from '../../../shared/model/hook-run';

/** A question that is no part of the conversation: a hook's prompt, or what a server asks a model. */
export interface SingleQuestion {
  run: string;
  /** Where the hook stands; absent for a server. */
  place?: HookPlace;
  /** Whose words the prompt is, where those are a server's. */
  server?: string;
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
