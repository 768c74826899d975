import { delimiter, join } from 'node:path';
import type { ServerCheck } from '../../../shared/contract/mcp-methods';
import type { HostPorts } from '../host-ports';
import type { FolderServers } from './folder-servers';
import type { ManagedServer } from './managed-server';

const MOST_STDERR = 2_000;

type Step = Pick<ServerCheck, 'id' | 'ok'> & Partial<ServerCheck>;

/** Why a server does or does not start: its entry, the person's word, the program, the start itself, and what it says. */
export async function diagnoseServer(ports: HostPorts, servers: FolderServers, server: ManagedServer): Promise<ServerCheck[]> {
  const steps = await listSteps(ports, servers, server);
  return steps.map((step) => ({ findings: [], problems: [], ...step }));
}

async function listSteps(ports: HostPorts, servers: FolderServers, server: ManagedServer): Promise<Step[]> {
  const { config, state, reason, info, offer } = server;
  const { file, line, scope, launch } = config;
  const problems = (servers.loaded?.diagnostics ?? []).filter((one) => one.file === file && one.about === config.name);
  const now = { state, ...(reason === undefined ? {} : { reason }) };
  const isOff = config.off !== undefined;
  const steps: Step[] = [
    { id: 'entry', ok: launch !== undefined, findings: [{ code: 'stands', params: { file, line, scope } }], problems },
    { id: 'allowed', ok: !isOff, ...(isOff ? now : {}) },
  ];
  if (launch?.type === 'stdio') steps.push(await findCommand(ports, launch.command));
  if (launch !== undefined && launch.type !== 'stdio')
    steps.push({ id: 'address', ok: /^https?:\/\//.test(launch.url), findings: [{ code: 'address', params: { url: launch.url } }] });
  if (isOff) return steps;
  if (state === 'connected' && info !== undefined) {
    const { name, version, protocolVersion: protocol } = info;
    const isolated = server.sandboxed ? [{ code: 'isolated' as const, params: {} }] : [];
    steps.push({ id: 'connection', ok: true, findings: [{ code: 'connected', params: { name, version, protocol } }, ...isolated] });
    const params = { offered: offer.tools.length, left: offer.left.filter(({ why }) => why !== 'not-for-model').length };
    steps.push({ id: 'tools', ok: params.left === 0, findings: [{ code: 'tools', params }] });
  } else steps.push({ id: 'connection', ok: false, ...now });
  if (server.refusedHosts.size > 0) {
    const findings = [...server.refusedHosts].map((host) => ({ code: 'host-refused' as const, params: { host } }));
    steps.push({ id: 'hosts', ok: false, findings });
  }
  if (state === 'needs-auth') steps.push({ id: 'sign-in', ok: false });
  const quoted = server.errorOutput.slice(-MOST_STDERR);
  if (quoted !== '') steps.push({ id: 'stderr', ok: state === 'connected', quoted });
  return steps;
}

/** Looks where the system would look; the login shell may know of more folders. */
async function findCommand({ files, env }: HostPorts, command: string): Promise<Step> {
  const isFile = async (path: string) => (await files.stat(path).catch(() => undefined))?.kind === 'file';
  const found = (path: string): Step => ({ id: 'command', ok: true, findings: [{ code: 'found-at', params: { path } }] });
  if (command.includes('/')) {
    if (await isFile(command)) return found(command);
    return { id: 'command', ok: false, findings: [{ code: 'no-file', params: { path: command } }] };
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of folders) if (await isFile(join(folder, command))) return found(join(folder, command));
  return { id: 'command', ok: false, findings: [{ code: 'not-on-path', params: { command } }], quoted: folders.join('\n') };
}
