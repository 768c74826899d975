import type { AgentState } from '../../../shared/model/agent-state';
import type { TurnOutcome } from '../agent/turn';
import { idOfAgent } from './name-agent';

/** How a run of an agent counts, by the reason of its turn's end. */
export function stateOfEnd(reason: string): AgentState {
  if (reason === 'end_turn' || reason === 'stop_sequence') return 'completed';
  if (reason.startsWith('limit_') || reason === 'max_tokens') return 'limit';
  if (reason === 'aborted') return 'stopped';
  return 'failed';
}

const WORDS: Record<AgentState, string> = {
  running: 'runs',
  completed: 'has ended its task',
  failed: 'failed',
  stopped: 'was stopped',
  limit: 'was ended by a limit',
};

/** What the host tells the agent that asked: how it ended, what it used, and how to go on with it. */
export function describeEnd(
  agent: string,
  type: string,
  state: AgentState,
  { reason, rounds, error }: Pick<TurnOutcome, 'reason' | 'rounds' | 'error'>,
  tokens: number,
): string {
  const id = idOfAgent(agent);
  const why = state === 'completed' ? '' : ` (${error?.message ?? reason})`;
  const calls = `${rounds} model call${rounds === 1 ? '' : 's'}, ${Math.round(tokens)} tokens`;
  return `[Agent ${id} (${type}) ${WORDS[state]}${why}: ${calls}. Its id is "${id}": SendMessage goes on with it, context intact.]`;
}
