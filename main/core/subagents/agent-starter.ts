import type { AgentState } from '../../../shared/model/agent-state';
import type { DelegationLine } from '../../../shared/model/agent-node';

/** A task as an agent hands it on. */
export interface Delegation {
  /** What is to be done, in a few words. */
  description: string;
  /** The whole task: all that the agent is told. */
  prompt: string;
  type: string;
  model?: string;
  name?: string;
  background: boolean;
  /** Most model calls, where that is less than its definition says. */
  rounds?: number;
  /** Who asks for it, where that is not the model by the Agent tool. */
  by?: 'skill' | 'hook';
  isolation?: 'worktree';
}

/** A delegation after its check: nothing has been started. */
export interface CheckedDelegation {
  /** In words for the model: why it is not to be started. */
  refusal?: string;
  lines: DelegationLine[];
  /** The tools that the agent would have. */
  tools: string[];
}

/** How a run of an agent ended; `running`: it goes on in the background. */
export interface AgentAnswer {
  agent: string;
  state: AgentState;
  /** Its last words; what was wrong, where it failed before it said any. */
  text: string;
  /** What the host adds for the agent that asked. */
  note: string;
  spent?: number;
  returned?: number;
  untrusted: string[];
  foreign: string[];
}

/** Agents of one session, as the agent that makes a call reaches them. */
export interface AgentStarter {
  check(delegation: Delegation): Promise<CheckedDelegation>;
  /** Starts an agent and waits for its end, or only for its start in the background. A string: why it was not started. */
  start(delegation: Delegation): Promise<AgentAnswer | string>;
  /** To one that runs: queued. To one that has ended: it goes on with it, and its end is waited for. A string: why there is nobody. */
  message(to: string, text: string): Promise<AgentAnswer | 'delivered' | { refusal: string }>;
  /** Stops an agent with everything below it. False where there is no such agent. */
  stop(id: string): Promise<boolean>;
}
