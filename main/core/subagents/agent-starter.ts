import type { AgentState } from '../../../shared/model/agent-state';
import type { DelegationLine } from '../../../shared/model/delegation-line';

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

/** Why an agent is not started, in words for the model; where a limit of the tree is in the way, which. */
export interface SpawnRefusal {
  refusal: string;
  limit?: { of: 'stopping' } | { of: 'depth' | 'total' | 'running'; most: number };
}

/** A delegation after its check: nothing has been started. */
export interface CheckedDelegation {
  refused?: SpawnRefusal;
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
  /** Starts an agent and waits for its end, or only for its start in the background. */
  start(delegation: Delegation): Promise<AgentAnswer | SpawnRefusal>;
  /** To one that runs: queued. To one that has ended: it goes on with it, and its end is waited for. */
  message(to: string, text: string): Promise<AgentAnswer | 'delivered' | SpawnRefusal>;
  /** Stops an agent with everything below it. False where there is no such agent. */
  stop(id: string): Promise<boolean>;
}
