import type { AgentLimits } from '../../../shared/model/config';
import type { AgentNode } from '../../../shared/model/agent-node';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { SpawnRefusal } from './agent-starter';
import type { AgentDefinition } from './definition';

const STOPPING: SpawnRefusal = {
  refusal: 'The person is stopping this work: no agent is started any more.',
  limit: { of: 'stopping' },
};

/** How deep an agent stands: the main agent at 0. */
export function depthOf(agent: string): number {
  return agent.split('/').length - 1;
}

/** What the spawn is decided by: the tree as it is, and as it is about to become. */
export interface SpawnMoment {
  parent: string;
  /** Types of the parent and of its own parents. */
  ancestry: readonly string[];
  /** Agents that were started since the main agent's turn began. */
  started: number;
  running: number;
  stopping: boolean;
}

/** Why another agent must not be started now; undefined where it may. */
export function refuseSpawn(
  definition: AgentDefinition,
  moment: SpawnMoment,
  limits: AgentLimits,
  only?: readonly string[],
): SpawnRefusal | undefined {
  const depth = depthOf(moment.parent) + 1;
  if (moment.stopping) return STOPPING;
  if (definition.source.scope !== 'built-in' && moment.ancestry.includes(definition.name))
    return { refusal: `An agent of the type ${definition.name} is already above this one: no type starts itself.` };
  if (only !== undefined && !only.includes(definition.name))
    return { refusal: `This agent may only start agents of the types ${only.join(', ')}; its definition says so.` };
  if (depth > limits.depth)
    return {
      refusal: `Agents stand at most ${limits.depth} deep here, and this one would be at ${depth}. Do the task yourself.`,
      limit: { of: 'depth', most: limits.depth },
    };
  if (moment.started >= limits.total)
    return {
      refusal: `${moment.started} agents were started in this turn, which is the limit. Work with what they gave you.`,
      limit: { of: 'total', most: limits.total },
    };
  return refuseRun(moment, limits);
}

/** Why no further agent may run now, whether it is a new one or goes on; undefined where it may. */
export function refuseRun({ stopping, running }: Pick<SpawnMoment, 'stopping' | 'running'>, limits: AgentLimits): SpawnRefusal | undefined {
  if (stopping) return STOPPING;
  if (running >= limits.concurrent)
    return {
      refusal: `${running} agents run now, which is the limit. Wait until one has ended, or do the task yourself.`,
      limit: { of: 'running', most: limits.concurrent },
    };
  return undefined;
}

/** Types of an agent and of those above it, as far as the log tells. */
export function ancestryOf(agent: string, nodes: readonly AgentNode[]): string[] {
  const types: string[] = [];
  for (let at = agent; at !== MAIN_AGENT; ) {
    const node = nodes.find((known) => known.agent === at);
    if (node === undefined) break;
    types.push(node.agentType);
    at = node.parent;
  }
  return types;
}
