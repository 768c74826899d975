import { promptTokens } from '../../../shared/model/add-usage';
import type { AgentNode } from '../../../shared/model/agent-node';
import type { AgentState } from '../../../shared/model/agent-state';
import type { SessionState } from '../../../shared/model/session';
import { MAIN_AGENT_PATH } from '../../stores/agents';

/** What an agent waits for. */
export type Waiting =
  | { for: 'permission' | 'question' | 'plan'; request: string; item: string }
  | { for: 'model' }
  | { for: 'agents'; count: number }
  | { for: 'tool'; tool: string };

/** A line of the tree: an agent, the main one first. */
export interface TreeRow {
  agent: string;
  depth: number;
  /** Absent for the main agent. */
  node?: AgentNode;
  state: AgentState;
  rounds: number;
  tokens: number;
  estimated: boolean;
  costUsd: number | undefined;
  spans: AgentNode['spans'];
  waits?: Waiting;
}

type Source = Pick<SessionState, 'agents' | 'calls' | 'turns' | 'pending' | 'items'>;

/** Newest items that are looked through for what runs. */
const MOST_LOOKED = 3000;

/** The agents of a session as lines, each below the one that started it, in the order in which they were started. */
export function buildTree(source: Source): TreeRow[] {
  const { agents = [] } = source;
  const children = new Map<string, AgentNode[]>();
  for (const node of agents) {
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  }
  const waits = findWaiting(source);
  const rows: TreeRow[] = [mainRow(source, waits.get(MAIN_AGENT_PATH))];
  const add = (parent: string) => {
    for (const node of children.get(parent) ?? []) {
      const waiting = node.state === 'running' ? waits.get(node.agent) : undefined;
      rows.push({
        agent: node.agent,
        depth: node.depth,
        node,
        state: node.state,
        rounds: node.rounds,
        tokens: promptTokens(node.usage) + node.usage.output,
        estimated: node.estimated ?? false,
        costUsd: node.costUsd,
        spans: node.spans,
        ...(waiting ? { waits: waiting } : {}),
      });
      add(node.agent);
    }
  };
  add(MAIN_AGENT_PATH);
  return rows;
}

function mainRow({ calls, turns }: Source, waits: Waiting | undefined): TreeRow {
  const own = calls.filter(({ agent }) => agent === MAIN_AGENT_PATH);
  const spans = turns
    .filter(({ agent }) => agent === MAIN_AGENT_PATH)
    .map(({ startedAt, durationMs }) => ({
      from: startedAt,
      ...(durationMs === undefined ? {} : { to: new Date(Date.parse(startedAt) + durationMs).toISOString() }),
    }));
  let tokens = 0;
  let costUsd: number | undefined = 0;
  for (const call of own) {
    for (const usage of [call.usage, call.estimatedUsage]) if (usage) tokens += promptTokens(usage) + usage.output;
    if (call.state === 'done') costUsd = costUsd === undefined || call.costUsd === undefined ? undefined : costUsd + call.costUsd;
    else costUsd = costUsd === undefined ? undefined : costUsd + (call.costUsd ?? 0);
  }
  const running = turns.some(({ agent, state }) => agent === MAIN_AGENT_PATH && state === 'running');
  return {
    agent: MAIN_AGENT_PATH,
    depth: 0,
    state: running ? 'running' : 'completed',
    rounds: own.length,
    tokens,
    estimated: own.some(({ estimatedUsage }) => estimatedUsage !== undefined),
    costUsd,
    spans,
    ...(running && waits ? { waits } : {}),
  };
}

/** By agent: the person before anything else, then what runs of its calls, then the model. */
function findWaiting({ agents = [], calls, pending, items }: Source): Map<string, Waiting> {
  const waits = new Map<string, Waiting>();
  for (const { agent, type, request, item } of pending) if (!waits.has(agent)) waits.set(agent, { for: type, request, item });
  for (const item of items.slice(-MOST_LOOKED)) {
    if (item.state !== 'running' || item.tool === undefined || waits.has(item.agent) || item.toolState !== 'executing') continue;
    const below = agents.filter(({ parent, state }) => parent === item.agent && state === 'running').length;
    waits.set(item.agent, item.tool === 'Agent' && below > 0 ? { for: 'agents', count: below } : { for: 'tool', tool: item.tool });
  }
  for (let index = calls.length - 1; index >= Math.max(0, calls.length - MOST_LOOKED); index -= 1) {
    const call = calls[index];
    if (call?.state === 'running' && !waits.has(call.agent)) waits.set(call.agent, { for: 'model' });
  }
  return waits;
}

/** Beginning and end of everything, in milliseconds since the epoch; what still runs ends now. */
export function extentOf(rows: readonly TreeRow[], now: number): { from: number; to: number } {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { spans } of rows) {
    for (const span of spans) {
      from = Math.min(from, Date.parse(span.from));
      to = Math.max(to, span.to === undefined ? now : Date.parse(span.to));
    }
  }
  return from < to ? { from, to } : { from: now - 1, to: now };
}

/** How long an agent ran, of all its runs. */
export function ranFor(spans: TreeRow['spans'], now: number): number {
  return spans.reduce((sum, { from, to }) => sum + Math.max(0, (to === undefined ? now : Date.parse(to)) - Date.parse(from)), 0);
}
