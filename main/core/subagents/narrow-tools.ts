import type { DroppedTool } from '../../../shared/model/agent-node';
import { type Hash, serverPart } from '../mcp/tool-names';
import { canonicalToolName } from '../permission/known-tools';
import { type NamedTool, namesTool } from '../permission/server-names';
import type { AgentDefinition } from './definition';

/** Tools that talk to the person or end their conversation: a sub-agent has none of them. */
const PERSON_ONLY: ReadonlySet<string> = new Set(['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode', 'ScheduleWakeup', 'EndConversation']);
/** Tools that start agents, or reach those that were started. */
const SPAWNING: ReadonlySet<string> = new Set(['Agent', 'SendMessage', 'TaskStop']);
/** What an agent in the background is not offered: nobody follows its list, and it starts nobody. */
const NOT_IN_BACKGROUND: ReadonlySet<string> = new Set(['TodoWrite', 'Agent']);

export interface NarrowedTools {
  tools: string[];
  dropped: DroppedTool[];
}

/** Tools by which an agent with notes of its own keeps them. */
const NOTES: readonly string[] = ['Read', 'Write', 'Edit'];

type Asked = Pick<AgentDefinition, 'tools' | 'disallowedTools' | 'source' | 'memory' | 'mcpServers'>;

/** The tools that a definition lists, with those that its notes need and those of its servers; undefined: all of its parent's. */
export function listedTools({ tools, memory, mcpServers }: Omit<Asked, 'disallowedTools' | 'source'>, hash: Hash): string[] | undefined {
  if (tools === undefined) return undefined;
  return [...new Set([...tools, ...(memory === undefined ? [] : NOTES), ...toolsOfServers(mcpServers, hash)])];
}

function toolsOfServers(servers: Asked['mcpServers'], hash: Hash): string[] {
  return (servers ?? []).map(({ name }) => `mcp__${serverPart(name, hash)}`);
}

/** The tools of a sub-agent: at most those of its parent, each missing one with the reason. */
export function narrowTools(
  parentTools: readonly NamedTool[],
  definition: Asked,
  { atDepthLimit, background, hash }: { atDepthLimit: boolean; background: boolean; hash: Hash },
): NarrowedTools {
  const { disallowedTools, source, mcpServers } = definition;
  const tools = listedTools(definition, hash);
  const ofServers = toolsOfServers(mcpServers, hash);
  const ofAnyServer = [...ofServers, ...(tools ?? []).filter((entry) => entry.startsWith('mcp__'))];
  const kept: string[] = [];
  const dropped: DroppedTool[] = [];
  for (const tool of parentTools) {
    const why = whyDropped(tool);
    if (why === undefined) kept.push(tool.name);
    else dropped.push({ tool: tool.name, why });
  }
  // A built-in type lists what a host may have; of a file, a name that means nothing is worth knowing.
  for (const entry of source.scope === 'built-in' ? [] : (tools ?? ofServers)) {
    const known = parentTools.some((tool) => namesTool(entry, tool));
    if (!known) dropped.push({ tool: canonicalToolName(entry.replace(/\(.*$/s, '').trim()), why: 'no-such-tool' });
  }
  return { tools: kept, dropped };

  function whyDropped(tool: NamedTool): DroppedTool['why'] | undefined {
    const { name } = tool;
    if (disallowedTools.some((entry) => namesTool(entry, tool))) return 'disallowed';
    if (tools !== undefined && !tools.some((entry) => namesTool(entry, tool))) return 'not-listed';
    const isOtherServers = mcpServers !== undefined && name.startsWith('mcp__') && !ofAnyServer.some((entry) => namesTool(entry, tool));
    if (isOtherServers) return 'not-listed';
    if (PERSON_ONLY.has(name)) return 'person-only';
    if (atDepthLimit && SPAWNING.has(name)) return 'depth';
    if (background && NOT_IN_BACKGROUND.has(name)) return 'background';
    return undefined;
  }
}
