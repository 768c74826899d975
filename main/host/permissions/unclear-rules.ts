import type { Diagnostic } from '../../../shared/model/permission';
import { serverPart } from '../../core/mcp/tool-names';
import { findUnclearServers, type NamedServer } from '../../core/permission/find-unclear-servers';
import type { Rule } from '../../core/permission/rule';
import type { HostServices } from '../host-services';
import type { FolderServers } from '../mcp/folder-servers';

/** What is said of allow rules that mean a server of the folder by an unclear name. Its servers are read only where a rule is for one. */
export async function findUnclearRules(
  services: Pick<HostServices, 'ports' | 'servers'>,
  folder: string,
  rules: readonly Rule[],
): Promise<Diagnostic[]> {
  if (!rules.some(({ tool }) => tool.startsWith('mcp__'))) return [];
  return findUnclearServers(rules, nameServers(services, await serversOf(services, folder)));
}

/** The servers of a folder as its files have them now; undefined where this host connects to none. */
export async function serversOf({ servers }: Pick<HostServices, 'servers'>, folder: string): Promise<FolderServers | undefined> {
  const found = (await servers())?.folder(folder);
  await found?.refresh();
  return found;
}

export function nameServers({ ports }: Pick<HostServices, 'ports'>, found: FolderServers | undefined): NamedServer[] {
  return (found?.servers() ?? []).map(({ name }) => ({ name, offered: serverPart(name, ports.hash) }));
}
