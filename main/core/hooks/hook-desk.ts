import type { HookDecision, HookPlace, HookVoice } from '../../../shared/model/hook-run';
import type { Mode } from '../../../shared/model/mode';
import type { SaidDetail } from '../../../shared/model/said-detail';
import type { Action } from '../../../shared/model/permission';
import type { ShellVariable } from '../ports';
import type { ElicitAnswer } from '../mcp/server-connection';
import type { HookSource } from './hook';
import type { HookEventName } from './hook-events';

/** Who judges for hooks of the types `prompt` and `agent`. */
export interface HookJudges {
  /** Puts a prompt to a model as a call that counts; absent where nothing can be asked. Rejects with plain words, with `OverLimit` where a limit forbids to ask. */
  askModel?: AskModel;
  /** Has an agent judge, which may look for itself; absent where none can be started. */
  askAgent?: AskModel;
}

/** A moment at which hooks may speak. */
export interface HookMoment extends HookJudges {
  event: HookEventName;
  agent: string;
  /** The type of a sub-agent. */
  agentType?: string;
  turn?: string;
  item?: string;
  /** What matchers are compared with: a tool, a source, a reason. */
  about?: string;
  /** What a tool call would do: `if` is tested on it. */
  action?: Action;
  mode?: Mode;
  /** The event's own fields, beside the common ones. */
  input: Record<string, unknown>;
}

export type AskModel = (question: {
  run: string;
  place: HookPlace;
  prompt: string;
  model?: string | undefined;
  signal: AbortSignal;
}) => Promise<string>;

/** A text of a hook for the model. */
export interface HookContext {
  run: string;
  event: HookEventName;
  label: string;
  place: HookPlace;
  text: string;
}

export interface HookMessage {
  level: 'info' | 'warning';
  event: HookEventName;
  label: string;
  text: string;
  /** What the text says, by a key; absent where it is the hook's own. */
  detail?: SaidDetail;
}

/** What all hooks of a moment want together. Empty where none is configured or none wants anything. */
export interface HookOutcome {
  /** deny > defer > ask > allow. */
  decision?: HookDecision;
  /** Who asked for what, the deciding ones first. */
  voices: HookVoice[];
  /** Reasons of those that decided, or that block. */
  reason?: string;
  block?: HookContext;
  /** A hook ends the processing, with its reason: it beats everything else. */
  stop?: string;
  contexts: HookContext[];
  messages: HookMessage[];
  /** Of the hook that ended last. */
  updatedInput?: unknown;
  updatedOutput?: string;
  interrupt?: boolean;
  title?: string;
  /** A message of the host before the person's. */
  initialMessage?: HookContext;
  worktreePath?: string;
  /** To a question of a server: decline > cancel > accept. With the hook that gave it. */
  answer?: { label: string; given: ElicitAnswer };
}

export type SessionStart = 'startup' | 'resume' | 'fork';

/** The hooks of one session as its loop and its host use them. */
export interface HookDesk {
  /** Looks whether settings files changed, and reads them again where they did: once per turn and per answer of the model. */
  look(): Promise<void>;
  /** Whether anything is configured for an event, as far as the files were last read. Cheap. */
  has(event: HookEventName): boolean;
  /** Runs every hook that matches, as the files were last read, side by side, to its end, and logs what each did. Never rejects but for a failing log. */
  fire(moment: HookMoment, signal: AbortSignal): Promise<HookOutcome>;
  /** The same for a moment that nothing waits for: what the hooks say comes with `takeLate`. They end with the session. */
  notify(moment: HookMoment): void;
  /** What hooks handed on to the commands of an agent. */
  variables(agent: string, isolated: boolean): ShellVariable[];
  /** How the session came to be open here, once: for its first turn. */
  takeStart(): SessionStart | undefined;
  /** Texts for an agent from hooks that ran on by themselves; each is given once. */
  takeLate(agent: string): { contexts: HookContext[]; messages: HookMessage[] };
  /** Hooks of a skill, until the session ends. The same file is added once. */
  add(source: HookSource): Promise<void>;
  /** The desk of a sub-agent, with the hooks of its definition. */
  withAgent(source: HookSource): Promise<HookDesk>;
  /** Hooks run that nothing waits for. */
  readonly busy: boolean;
  /** Ends what still runs. */
  close(): Promise<void>;
}

export const NO_OUTCOME: HookOutcome = { voices: [], contexts: [], messages: [] };

/** A desk without hooks. */
export const NO_HOOKS: HookDesk = {
  look: async () => undefined,
  has: () => false,
  fire: async () => NO_OUTCOME,
  notify: () => undefined,
  variables: () => [],
  takeStart: () => undefined,
  takeLate: () => ({ contexts: [], messages: [] }),
  add: async () => undefined,
  withAgent: async () => NO_HOOKS,
  busy: false,
  close: async () => undefined,
};
