import { addUsage, NO_USAGE } from '../model/add-usage';
import type { AgentNode } from '../model/agent-node';
import type { CallEnd } from '../model/call';
import type { SessionEvent } from '../model/event';
import type { Draft } from './draft';
import { costAfter } from './reduce-calls';

type Spawned = Extract<SessionEvent, { type: 'agent/spawned' }>;
type Ended = Extract<SessionEvent, { type: 'agent/ended' }>;

export function spawnAgent(draft: Draft, event: Spawned): void {
  draft.state.agents ??= [];
  if (draft.state.agents.some(({ agent }) => agent === event.agent)) return;
  const { agent, parent, turn, item, by, agentType, name, task, model, depth, background, worktree, color, at } = event;
  draft.state.agents.push({
    agent,
    parent,
    turn,
    ...(item === undefined ? {} : { item }),
    by,
    agentType,
    ...(name === undefined ? {} : { name }),
    task,
    model,
    depth,
    background,
    ...(worktree === undefined ? {} : { worktree }),
    ...(color === undefined ? {} : { color }),
    state: 'running',
    spans: [{ from: at }],
    rounds: 0,
    usage: NO_USAGE,
    costUsd: 0,
    returned: 0,
  });
}

/** A turn of an agent that had ended: it was sent a message, or goes on. */
export function resumeAgent(draft: Draft, { agent, turn, at }: Extract<SessionEvent, { type: 'turn/started' }>): void {
  changeAgent(draft, agent, (node) => {
    if (node.state === 'running') return node;
    const { reason: _reason, error: _error, ...rest } = node;
    return { ...rest, turn, state: 'running', spans: [...node.spans, { from: at }] };
  });
}

export function countAgentCall(draft: Draft, end: CallEnd): void {
  changeAgent(draft, end.agent, ({ costUsd, ...node }) => {
    const cost = costUsd === undefined ? undefined : costAfter(costUsd, end);
    const usage = addUsage(addUsage(node.usage, end.usage ?? NO_USAGE), end.estimatedUsage ?? NO_USAGE);
    return {
      ...node,
      usage,
      rounds: node.rounds + 1,
      ...(end.estimatedUsage === undefined ? {} : { estimated: true }),
      ...(cost === undefined ? {} : { costUsd: cost }),
    };
  });
}

export function endAgent(draft: Draft, event: Ended): void {
  changeAgent(draft, event.agent, (node) => ({
    ...node,
    state: event.state,
    reason: event.reason,
    ...(event.error === undefined ? {} : { error: event.error }),
    spans: node.spans.map((span, index) => (index === node.spans.length - 1 ? { ...span, to: event.at } : span)),
    returned: node.returned + event.returned.tokens,
    ...(node.worktree === undefined || event.worktree === undefined ? {} : { worktree: { ...node.worktree, end: event.worktree } }),
  }));
}

export function settleWorktree(draft: Draft, agent: string, how: string): void {
  changeAgent(draft, agent, (node) => (node.worktree === undefined ? node : { ...node, worktree: { ...node.worktree, settled: how } }));
}

function changeAgent(draft: Draft, agent: string, change: (node: AgentNode) => AgentNode): void {
  const { agents = [] } = draft.state;
  const index = agents.findIndex((node) => node.agent === agent);
  const node = agents[index];
  if (node !== undefined) agents[index] = change(node);
}
