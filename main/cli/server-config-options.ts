import type { Command } from 'commander';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Invocation } from '../host/host-ports';
import { collect } from './parse-options';

/** What one invocation says of MCP servers beside the files that are always read. */
export const serverConfigOptions = z.object({ mcpConfig: z.array(z.string()).default([]), strictMcpConfig: z.boolean().optional() });

export function addServerConfigOptions(command: Command): Command {
  return command
    .option('--mcp-config <file>', 'a file of MCP servers, which count before all others; may be given again', collect, [])
    .option('--strict-mcp-config', 'only the servers of --mcp-config');
}

export function namedServers({ mcpConfig, strictMcpConfig }: z.infer<typeof serverConfigOptions>): Pick<Invocation, 'servers'> {
  if (mcpConfig.length === 0 && strictMcpConfig !== true) return {};
  return { servers: { files: mcpConfig.map((file) => resolve(file)), strict: strictMcpConfig === true } };
}
