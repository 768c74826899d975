import type { Command } from 'commander';
import { z } from 'zod';
import {
  type ServerConnection,
  type ServerConnector,
  ServerError,
  type ServerLaunch,
  type ServerTool,
} from '../core/mcp/server-connection';
import { createNodePorts } from '../host/node-ports';
import type { CommandContext } from './command-context';
import type { Output } from './output';
import { DONE, type ExitStatus, FAILED } from './usage-error';

/** The document of this client that the suite knows; it is never fetched. */
const CLIENT_METADATA = 'https://conformance-test.local/client-metadata.json';
const LIMIT = { timeoutMs: 55_000 };
const MOST_READ = 3;
const ECHO = 'json_schema_echo';
const ECHOED = 'json_schema_2020_12_tool';
const LIST_ONLY = 'json-schema-ref-no-deref';

/** What the suite hands to a client in its environment. */
const contextSchema = z.object({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })).optional(),
});
type Context = z.infer<typeof contextSchema>;

/** For the official conformance suite alone: hidden, and all real but the person, who goes along with whatever comes. */
export function addConformanceClient(mcp: Command, { output, finish }: CommandContext): void {
  mcp
    .command('conformance-client', { hidden: true })
    .argument('<url>', 'the server of the suite')
    .action(async (url: string) => finish(await visitServer(url, output)));
}

async function visitServer(url: string, output: Output): Promise<ExitStatus> {
  const { MCP_CONFORMANCE_CONTEXT: given = '{}', MCP_CONFORMANCE_SCENARIO: scenario } = process.env;
  const context = contextSchema.parse(JSON.parse(given));
  const connector = createNodePorts({ shellKind: 'run' }).mcp?.({ openBrowser, clientMetadataUrl: async () => CLIENT_METADATA });
  if (connector === undefined) return FAILED;
  try {
    await new Visit(connector, url, context).run(scenario === LIST_ONLY);
    return DONE;
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    output.note(`vitrine: ${error.message} [${error.kind}]`);
    return FAILED;
  } finally {
    await connector.closeAll();
  }
}

/** Follows where the page leads, back to this process. */
async function openBrowser(url: string): Promise<void> {
  const response = await fetch(url);
  await response.body?.cancel();
}

class Visit {
  /** Clients of the suite run side by side. */
  readonly #server = `conformance-${process.pid}`;
  readonly #connector: ServerConnector;
  readonly #launch: ServerLaunch;
  readonly #context: Context;

  constructor(connector: ServerConnector, url: string, context: Context) {
    const { client_id: clientId, client_secret: clientSecret } = context;
    this.#connector = connector;
    this.#context = context;
    this.#launch = {
      type: 'http',
      url,
      headers: {},
      secrets: [],
      oauth: { ...(clientId === undefined ? {} : { clientId }), ...(clientSecret === undefined ? {} : { clientSecret }) },
    };
  }

  async run(listOnly: boolean): Promise<void> {
    const connection = await this.#signedIn(() => this.#connect());
    const tools = await this.#signedIn(() => connection.listTools(LIMIT));
    if (!listOnly) await this.#callAll(connection, tools);
    await connection.close();
  }

  #connect(): Promise<ServerConnection> {
    return this.#connector.connect(
      this.#server,
      this.#launch,
      {
        elicit: async () => ({ action: 'accept', content: {} }),
        sample: async () => ({ text: 'sampled', model: 'conformance', stopReason: 'endTurn' }),
        roots: () => [],
        onListChanged: () => undefined,
        onResourceUpdated: () => undefined,
        onLog: () => undefined,
        onTrace: () => undefined,
        onStderr: () => undefined,
      },
      LIMIT,
    );
  }

  async #callAll(connection: ServerConnection, tools: readonly ServerTool[]): Promise<void> {
    const calls = this.#context.toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: argumentsFor(tool, tools) }));
    for (const call of calls) await this.#signedIn(() => connection.callTool(call.name, call.arguments, LIMIT));
    for (const { uri } of (await connection.listResources(LIMIT)).slice(0, MOST_READ)) await connection.readResource(uri, LIMIT);
    for (const prompt of await connection.listPrompts(LIMIT)) {
      const input = Object.fromEntries(prompt.arguments.map(({ name }) => [name, 'text']));
      await connection.getPrompt(prompt.name, input, LIMIT);
    }
  }

  /** Does it again after each sign-in that it asks for; how often that may be is for the connector to say. */
  async #signedIn<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ServerError) || error.kind !== 'needs-auth') throw error;
        await this.#connector.authorize(this.#server, this.#launch, LIMIT);
      }
    }
  }
}

const propertiesSchema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ type: z.unknown().optional() })).optional(),
  required: z.array(z.string()).optional(),
});

/** A value for each argument that a tool requires. */
function argumentsFor({ name, inputSchema }: ServerTool, tools: readonly ServerTool[]): Record<string, unknown> {
  if (name === ECHO) return { schema: tools.find((tool) => tool.name === ECHOED)?.inputSchema };
  const { properties = {}, required = [] } = propertiesSchema.parse(inputSchema);
  return Object.fromEntries(required.map((key) => [key, sampleOf(properties[key]?.type)]));
}

function sampleOf(type: unknown): unknown {
  switch (type) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return 'text';
  }
}
