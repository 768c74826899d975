import type { Config, Limits, ModelInfo } from '../../../shared/model/config';
import type { Effort } from '../../../shared/model/effort';
import type { UserInput } from '../../../shared/model/item';
import type { Mode } from '../../../shared/model/mode';
import type { Usage } from '../../../shared/model/usage';
import type { CallAudit } from '../audit/call-audit';
import type { AgentInput } from '../context/agent-input';
import type { SessionContext } from '../context/session-context';
import type { HookDesk } from '../hooks/hook-desk';
import type { PermissionGate, PermissionPolicy } from '../permission/gate';
import type { Clock, Ids } from '../ports';
import type { ModelProvider } from '../providers/provider';
import type { HideSecrets } from '../secrets/hide-secrets';
import type { SessionLog } from '../sessions/session-log';
import type { SkillDesk } from '../skills/skill-desk';
import type { TreeTotals } from '../subagents/tree-totals';
import type { ToolContext, ToolRegistry } from '../tools/tool';

/** From the person, or from another agent of the session. */
export type TurnInput = UserInput | AgentInput;

/** What a turn works with. Nothing else reaches the loop. */
export interface TurnDeps {
  clock: Clock;
  ids: Ids;
  log: SessionLog;
  context: SessionContext;
  provider: ModelProvider;
  tools: ToolRegistry;
  policy: PermissionPolicy;
  gate: PermissionGate;
  audit: CallAudit;
  /** Commands and services of the person that have a say at fixed moments. */
  hooks: HookDesk;
  /** Skills of the agent; absent: `/name` is text. */
  skills?: SkillDesk;
  /** The model that a skill asks for; undefined where it cannot be had. */
  chooseModel?(name: string): Promise<{ model: ModelInfo; provider: ModelProvider } | undefined>;
  /** The part of a tool's context that is the same for every call of the session. */
  toolContext(item: string, agent: string, signal: AbortSignal, onOutput: (text: string) => void): ToolContext;
  /** The content guard: passes every text from outside before it is placed or logged. */
  hide: HideSecrets;
  /** Makes text from outside safe to place, and undoes it in tool inputs (invariant 6 of the context). */
  escape: { incoming(text: string): string; outgoing(input: unknown): unknown };
}

export interface TurnOptions {
  turn: string;
  agent: string;
  /** The type of a sub-agent. */
  agentType?: string;
  /** Absent: continue where the last turn stopped. */
  input?: TurnInput;
  /** Where `input` waited in the queue: it leaves the queue in the same write that puts it into the conversation. */
  entry?: string;
  model: ModelInfo;
  mode(): Mode;
  config: Config;
  limits: Limits;
  /** How much the model is to think and say; absent: as it does by itself. */
  effort?: Effort;
  /** Shared by all agents of one turn's tree: limits of tokens and money count all of them. */
  tree?: TreeTotals;
  /** Queued inputs, taken after the current tool calls; undefined when there is none. */
  takeQueued(): Promise<{ entry?: string; input: TurnInput } | undefined>;
  /** False in `run`: "ask" then means "deny", and says so. */
  interactive: boolean;
}

export interface TurnOutcome {
  /** As in `turn/ended`. */
  reason: string;
  rounds: number;
  usage: Usage;
  /** Some of it was estimated: nobody counted it. */
  estimated?: true;
  costUsd?: number;
  /** What the agents below used, beside what is above. */
  below?: { agents: number; usage: Usage; costUsd?: number };
  error?: { code: string; message: string };
}

/** Runs one turn to its end. Never rejects; every way to end is in the log as `turn/ended`. Implemented in `run-turn.ts`. */
export type RunTurn = (deps: TurnDeps, options: TurnOptions, signal: AbortSignal) => Promise<TurnOutcome>;
