import type { HostServices } from '../host-services';
import { ServerDesk } from './server-desk';
import { SignIns } from './sign-ins';

/** The desk of servers with what connects to them; undefined where this host connects to none. */
export async function openServerDesk(services: HostServices): Promise<ServerDesk | undefined> {
  const { ports } = services;
  if (ports.mcp === undefined) return undefined;
  const signIns = new SignIns();
  const connector = ports.mcp({
    openBrowser: (url, server) => signIns.open(url, server),
    clientMetadataUrl: async () => (await services.readConfig()).mcpClientMetadataUrl,
  });
  return new ServerDesk(services, connector, signIns);
}
