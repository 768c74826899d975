import type { LateContext, LateTool, ServerText } from '../../core/context/context-deps';
import type { OfferedTool } from '../../core/mcp/offer-tools';
import { boundDescription } from '../../core/mcp/offer-tools';
import { describePart } from '../../core/mcp/render-result';
import { resourceTools } from '../../core/mcp/resource-tools';
import type { ServerAccess } from '../../core/mcp/server-access';
import { type CallOptions, ServerError, type ServerPrompt } from '../../core/mcp/server-connection';
import { createServerTool } from '../../core/mcp/server-tool';
import { type Hash, serverPart } from '../../core/mcp/tool-names';
import { toolSearchTool } from '../../core/mcp/tool-search-tool';
import type { SessionPolicy } from '../../core/permission/create-policy';
import { identityOf } from '../../core/permission/server-names';
import { splitWords } from '../../core/skills/expand-skill';
import { createToolRegistry } from '../../core/tools/create-tool-registry';
import type { RegisteredTool, ToolRegistry } from '../../core/tools/tool';
import type { HostPorts } from '../host-ports';
import type { FolderServers } from './folder-servers';
import type { ManagedServer } from './managed-server';

const TIMEOUT_MS = 60_000;
/** What a person's message asks for is no call of an agent. */
const CALLER = { session: '', item: '', agent: '' };

/** The servers of a folder as one session has them. */
export interface SessionServers {
  /** The tools of the host and, as they are now, those of the servers. */
  tools: ToolRegistry;
  /** What an agent that may call `tools` is told of them. */
  contextFor(tools: ToolRegistry): LateContext;
  /** The same for an agent that has only tools of these names; only `servers`, if given, show it their resources and prompts. */
  narrowTo(tools: ReadonlySet<string>, servers?: readonly string[]): SessionServers;
}

/** What a session needs of the servers of its folder. */
export type SharedServers = ServerAccess & Pick<FolderServers, 'servers' | 'get' | 'isDeferred' | 'ready'>;

type RulesOfServers = Pick<SessionPolicy, 'isRemoved' | 'deniesServer'>;

/** Tools of servers are made once: each compiles its schema at its first call. */
export function createSessionServers(
  fixed: ToolRegistry,
  servers: SharedServers,
  policy: RulesOfServers,
  { hash }: Pick<HostPorts, 'hash'>,
): SessionServers {
  const made = new WeakMap<OfferedTool, RegisteredTool>();
  return openSessionServers({ fixed, servers, policy, hash, made }, { opens: () => true, has: () => true });
}

interface Ground {
  fixed: ToolRegistry;
  servers: SharedServers;
  policy: RulesOfServers;
  hash: Hash;
  made: WeakMap<OfferedTool, RegisteredTool>;
}

/** What one agent may see of the servers. */
interface View {
  opens(server: string): boolean;
  has(tool: string): boolean;
}

function openSessionServers(ground: Ground, view: View): SessionServers {
  const { fixed, servers, policy, hash, made } = ground;
  const denialOf = (server: string) => policy.deniesServer({ name: server, offered: serverPart(server, hash) });
  /** Why its resources and prompts may not be used. */
  const refusalOf = (server: string) => (view.opens(server) ? denialOf(server) : 'the definition of this agent does not name it');
  const isUsable = (server: string) => refusalOf(server) === undefined;
  const isRemoved = (tool: OfferedTool) => policy.isRemoved(tool.name, identityOf(tool));
  const offered = () => servers.tools().filter((tool) => view.has(tool.name) && !isRemoved(tool));
  const toolOf = (tool: OfferedTool): RegisteredTool => {
    const known = made.get(tool) ?? createServerTool(tool, servers);
    made.set(tool, known);
    return known;
  };
  const own = [
    toolSearchTool(() => {
      const isDeferred = lookUpOnce((server) => servers.isDeferred(server));
      return offered().filter(({ server }) => isDeferred(server));
    }),
    ...resourceTools(
      {
        ...bindAccess(servers),
        resources: () => servers.resources().filter(({ server }) => isUsable(server)),
        absent: () => servers.absent().filter(({ server }) => isUsable(server)),
        async readResource(server, ...how) {
          const refusal = refusalOf(server);
          if (refusal !== undefined) throw new ServerError('refused', refusal);
          return servers.readResource(server, ...how);
        },
      },
      hash,
    ),
  ];
  /** The host's own tools for servers are there as soon as a server may come: one that comes late changes no list. */
  const ownNow = () =>
    servers.servers().some(({ config }) => config.off === undefined) ? own.filter(({ name }) => !policy.isRemoved(name)) : [];
  const tools = withLateTools(fixed, {
    all: () => [...ownNow(), ...offered().map(toolOf)],
    get(name) {
      const own = ownNow().find((tool) => tool.name === name);
      if (own !== undefined) return own;
      const found = view.has(name) ? servers.tools().find((tool) => tool.name === name) : undefined;
      return found === undefined || isRemoved(found) ? undefined : toolOf(found);
    },
  });

  return {
    tools,
    narrowTo: (names, open) =>
      openSessionServers(ground, {
        opens: (server) => view.opens(server) && (open === undefined || open.includes(server)),
        has: (tool) => view.has(tool) && names.has(tool),
      }),
    contextFor(registry) {
      /** Looked up once for all tools: a server may have hundreds. */
      const offeredNow = () => {
        const names = new Set(registry.all().map(({ name }) => name));
        return ({ name }: { name: string }) => names.has(name);
      };
      return {
        ready: () => servers.ready(),
        tools() {
          const isOffered = offeredNow();
          const isDeferred = lookUpOnce((server) => servers.isDeferred(server));
          const helpers = ownNow().filter(isOffered);
          const canLoad = helpers.some(({ name }) => name === 'ToolSearch');
          return [
            ...helpers.map(
              ({ name, description, inputSchema }): LateTool => ({
                name,
                description,
                inputSchema,
                source: { type: 'tool', name },
                deferred: false,
              }),
            ),
            ...servers
              .tools()
              .filter(isOffered)
              .map(
                ({ name, description, inputSchema, server, tool }): LateTool => ({
                  name,
                  description,
                  inputSchema,
                  source: { type: 'server', server, tool },
                  deferred: canLoad && isDeferred(server),
                }),
              ),
          ];
        },
        async readResource(server, uris, signal) {
          const found = servers.get(server);
          const uri = uris.find((one) => found?.resources.some((listed) => listed.uri === one)) ?? uris.at(-1);
          if (found === undefined || uri === undefined) return undefined;
          const refusal = refusalOf(server);
          if (refusal !== undefined) return { problem: refusal, uri };
          const text = await serverText(async () => {
            const content = await servers.readResource(server, uri, CALLER, limitOf(signal));
            return content.map(describePart).join('\n');
          });
          return { ...text, uri };
        },
        async runPrompt(command, args, signal) {
          const found = findPrompt(servers, command, hash);
          if (found === undefined) return undefined;
          const { server, prompt } = found;
          const refusal = refusalOf(server.name);
          if (refusal !== undefined) return { problem: refusal, server: server.name };
          const input = fillArguments(prompt, args);
          const text = await serverText(async () => {
            const messages = await server.use((connection) => connection.getPrompt(prompt.name, input, limitOf(signal)));
            return messages.map(({ role, content }) => `${role === 'user' ? '' : '[assistant] '}${describePart(content)}`).join('\n\n');
          });
          return { ...text, server: server.name };
        },
        instructions() {
          const isOffered = offeredNow();
          return servers
            .servers()
            .flatMap(({ name, state, instructions, offer }) =>
              state === 'connected' && instructions !== undefined && denialOf(name) === undefined && offer.tools.some(isOffered)
                ? [{ server: name, text: boundDescription(instructions).text }]
                : [],
            );
        },
      };
    },
  };
}

function bindAccess(servers: SharedServers) {
  return {
    tools: () => servers.tools(),
    timeoutOf: (server: string) => servers.timeoutOf(server),
    call: servers.call.bind(servers),
  };
}

function limitOf(signal: AbortSignal | undefined): CallOptions {
  return { timeoutMs: TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) };
}

/** Asks once for each server. */
function lookUpOnce(ask: (server: string) => boolean): (server: string) => boolean {
  const known = new Map<string, boolean>();
  return (server) => {
    const answer = known.get(server) ?? ask(server);
    known.set(server, answer);
    return answer;
  };
}

/** A registry with tools that come and go. A name of the fixed ones always means those. */
function withLateTools(fixed: ToolRegistry, late: Pick<ToolRegistry, 'all' | 'get'>): ToolRegistry {
  const all = () => [...fixed.all(), ...late.all().filter(({ name }) => fixed.get(name) === undefined)];
  return {
    all,
    get: (name) => fixed.get(name) ?? late.get(name),
    near: (name) => createToolRegistry(all()).near(name),
  };
}

/** Those of a registry's tools that have one of the names, as it has them now. */
export function narrowRegistry(registry: ToolRegistry, names: ReadonlySet<string>): ToolRegistry {
  const all = () => registry.all().filter(({ name }) => names.has(name));
  return {
    all,
    get: (name) => (names.has(name) ? registry.get(name) : undefined),
    near: (name) => createToolRegistry(all()).near(name),
  };
}

async function serverText(read: () => Promise<string>): Promise<ServerText> {
  try {
    return { text: await read() };
  } catch (error) {
    if (error instanceof ServerError) return { problem: `${error.kind}: ${error.message}` };
    throw error;
  }
}

function findPrompt(servers: SharedServers, command: string, hash: Hash): { server: ManagedServer; prompt: ServerPrompt } | undefined {
  for (const server of servers.servers()) {
    const start = `mcp__${serverPart(server.name, hash)}__`;
    const prompt = command.startsWith(start) ? server.prompts.find(({ name }) => name === command.slice(start.length)) : undefined;
    if (prompt !== undefined) return { server, prompt };
  }
  return undefined;
}

/** A word for each argument in their order, split as for a skill; the last one gets the rest. */
function fillArguments({ arguments: named }: ServerPrompt, args: string): Record<string, string> {
  const words = splitWords(args);
  return Object.fromEntries(
    named.flatMap(({ name }, index) => {
      const value = index === named.length - 1 ? words.slice(index).join(' ') : words[index];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}
