import type { Action, ServerIdentity, Verdict } from '../../../shared/model/permission';
import { matchesStars } from './command-pattern';
import { canonicalToolName } from './known-tools';

/** A tool as it is offered, and for one of a server whose it is. */
export interface NamedTool {
  name: string;
  server?: ServerIdentity | undefined;
}

/** All names by which a rule, a list or a matcher may mean a tool, and what stands before `__` where it means all tools of its server. */
export interface ToolNames {
  tools: readonly string[];
  servers: readonly string[];
}

/** How the part ends that stands for a server whose name could not be taken: with the beginning of a hash. */
const MAPPED = /-[0-9a-f]{16}$/;

const OF_SERVER = /^mcp__((?:(?!__).)+)__(.*)$/s;

/** A name that may be read as that of another server and the beginning of a tool, or as the part that stands for another server. */
export function isUnclearName(server: string): boolean {
  return server.includes('__') || /^_|_$/.test(server) || MAPPED.test(server);
}

/** `server` and `tool` of `mcp__server__tool`. */
export function splitServerTool(name: string): { server: string; tool: string } | undefined {
  const [, server, tool] = OF_SERVER.exec(name) ?? [];
  return server === undefined || tool === undefined ? undefined : { server, tool };
}

/**
 * The names of a tool: the one that it is offered by, and those made of what its server is called in its entry and what the server calls
 * it. What grants something does not go by a name that another server could be meant by as well: there only the offered name counts.
 */
export function namesOf({ name, server }: NamedTool, grants = false): ToolNames {
  const offered = splitServerTool(name);
  if (server === undefined) return { tools: [name], servers: offered === undefined ? [] : [`mcp__${offered.server}`] };
  const servers = [...new Set([server.offered, ...(grants && isUnclearName(server.name) ? [] : [server.name])])].map(
    (one) => `mcp__${one}`,
  );
  const own = [...new Set([offered?.tool, server.tool].filter((one) => one !== undefined))];
  return { tools: [...new Set([name, ...servers.flatMap((one) => own.map((tool) => `${one}__${tool}`))])], servers };
}

/** The same for what a rule of a verdict looks at. What a server holds beside its tools is kept back with them, and not granted with them. */
export function namesOfAction({ tool, server }: Pick<Action, 'tool' | 'server'>, verdict: Verdict): ToolNames {
  const grants = verdict === 'allow';
  const names = namesOf({ name: canonicalToolName(tool), server }, grants);
  return grants && server !== undefined && server.tool === undefined ? { ...names, servers: [] } : names;
}

/** Whose a tool is, as it is offered. */
export function identityOf({ name, server, tool }: { name: string; server: string; tool: string }): ServerIdentity {
  return { name: server, offered: splitServerTool(name)?.server ?? server, tool };
}

/** Whether an entry of a list of tools means a tool: `Bash`, `mcp__srv`, `mcp__srv__*`, `*`; of `Agent(a, b)` only the tool counts. */
export function namesTool(entry: string, tool: NamedTool): boolean {
  const listed = canonicalToolName(entry.replace(/\(.*$/s, '').trim());
  const { tools, servers } = namesOf(tool);
  if (servers.includes(listed) || servers.some((server) => listed === `${server}__*`)) return true;
  return tools.some(
    (name) => listed === name || matchesStars(listed, name) || (listed.startsWith('mcp__') && name.startsWith(`${listed}__`)),
  );
}

/** Whether it means all that a server has, and with it what the server holds beside its tools. */
export function namesServer(entry: string, server: ServerIdentity): boolean {
  const servers = [server.offered, server.name].map((one) => `mcp__${one}`);
  return servers.some((one) => entry === one || matchesStars(entry, `${one}__`));
}
