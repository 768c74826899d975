import type { SessionPolicy } from '../../core/permission/create-policy';
import type { ToolRegistry } from '../../core/tools/tool';
import type { HostServices } from '../host-services';
import { createSessionServers, type SessionServers } from '../mcp/session-servers';

export interface PassingTools {
  tools: ToolRegistry;
  /** Servers of the folder, where any can be had. */
  servers: SessionServers | undefined;
}

/** Works with the tools that a new session of a folder would have: its servers are started, as they would be, and held meanwhile. */
export async function withPassingTools<T>(
  services: Pick<HostServices, 'ports' | 'servers' | 'tools'>,
  { folder, policy }: { folder: string; policy: SessionPolicy },
  use: (passing: PassingTools) => Promise<T>,
): Promise<T> {
  const [own, desk] = await Promise.all([services.tools(), services.servers()]);
  if (desk === undefined) return use({ tools: own, servers: undefined });
  const holder = Symbol('passing');
  const held = await desk.hold(folder, holder);
  try {
    await held.ready();
    const servers = createSessionServers(own, held, policy, services.ports);
    return await use({ tools: servers.tools, servers });
  } finally {
    held.release(holder);
  }
}
