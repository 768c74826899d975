import { promptTokens } from '../../../shared/model/add-usage';
import type { AgentEnd, AgentSpawned } from '../../../shared/model/agent-node';
import { idOfAgent } from './name-agent';

/** How a run of an agent counts, by the reason of its turn's end. */
export function stateOfEnd(reason: string): AgentEnd['state'] {
  if (reason === 'end_turn' || reason === 'stop_sequence') return 'completed';
  if (reason.startsWith('limit_') || reason === 'max_tokens') return 'limit';
  if (reason === 'aborted') return 'stopped';
  return 'failed';
}

const WORDS: Record<AgentEnd['state'], string> = {
  completed: 'has ended its task',
  failed: 'failed',
  stopped: 'was stopped',
  limit: 'was ended by a limit',
};

/** What the host tells the agent that asked: how it ended, what it used, how to go on with it, and where its work is. */
export function describeEnd(
  { agent, agentType, worktree }: Pick<AgentSpawned, 'agent' | 'agentType' | 'worktree'>,
  end: Pick<AgentEnd, 'state' | 'reason' | 'rounds' | 'usage' | 'error' | 'worktree'>,
): string {
  const id = idOfAgent(agent);
  const why = end.state === 'completed' ? '' : ` (${end.error ?? end.reason})`;
  const tokens = promptTokens(end.usage) + end.usage.output;
  const calls = `${end.rounds} model call${end.rounds === 1 ? '' : 's'}, ${Math.round(tokens)} tokens`;
  const words = `[Agent ${id} (${agentType}) ${WORDS[end.state]}${why}: ${calls}. Its id is "${id}": SendMessage goes on with it, context intact.]`;
  if (worktree === undefined || end.worktree === undefined) return words;
  if (end.worktree.state === 'removed') return `${words}\n[Its worktree was unchanged and is removed.]`;
  return `${words}\n[Its work is in the worktree ${worktree.path}, on the branch ${worktree.branch}. The person decides what becomes of it: merge, keep or discard.]`;
}
