import { delimiter, join } from 'node:path';
import type { Result } from '../../../shared/contract/methods';
import type { HostPorts } from '../host-ports';
import type { FolderServers } from './folder-servers';
import type { ManagedServer } from './managed-server';

type Check = Result<'mcp.diagnose'>['checks'][number];

const MOST_STDERR = 2_000;

/** Why a server does or does not start: its entry, the person's word, the program, the start itself, and what it says. */
export async function diagnoseServer(ports: HostPorts, servers: FolderServers, server: ManagedServer): Promise<Check[]> {
  const { config, state, info, offer } = server;
  const own = (servers.loaded?.diagnostics ?? []).filter(
    ({ file, message }) => file === config.file && message.includes(`"${config.name}"`),
  );
  const checks: Check[] = [
    {
      id: 'entry',
      ok: config.launch !== undefined,
      detail: [`${config.file}:${config.line} (${config.scope})`, ...own.map(({ message }) => message)].join('\n'),
    },
    { id: 'allowed', ok: config.off === undefined, detail: config.off === undefined ? 'it may start' : server.describeState() },
  ];
  const { launch } = config;
  if (launch?.type === 'stdio') checks.push(await findCommand(ports, launch.command));
  if (launch !== undefined && launch.type !== 'stdio')
    checks.push({ id: 'address', ok: /^https?:\/\//.test(launch.url), detail: launch.url });
  if (config.off !== undefined) return checks;
  checks.push({
    id: 'connection',
    ok: state === 'connected',
    detail:
      state === 'connected' && info !== undefined
        ? `${info.name} ${info.version}, protocol ${info.protocolVersion}${server.sandboxed ? ', isolated' : ''}`
        : server.describeState(),
  });
  if (state === 'needs-auth') checks.push({ id: 'sign-in', ok: false, detail: 'the person has to sign in' });
  if (state === 'connected')
    checks.push({ id: 'tools', ok: offer.left.length === 0, detail: `${offer.tools.length} offered, ${offer.left.length} left out` });
  const stderr = server.stderr
    .all()
    .map(({ text }) => text)
    .join('')
    .slice(-MOST_STDERR);
  if (stderr !== '') checks.push({ id: 'stderr', ok: state === 'connected', detail: stderr });
  return checks;
}

/** Looks where the system would look; the login shell may know of more folders. */
async function findCommand({ files, env }: HostPorts, command: string): Promise<Check> {
  if (command.includes('/')) {
    const there = (await files.stat(command).catch(() => undefined))?.kind === 'file';
    return { id: 'command', ok: there, detail: there ? command : `there is no file ${command}` };
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of folders)
    if ((await files.stat(join(folder, command)).catch(() => undefined))?.kind === 'file')
      return { id: 'command', ok: true, detail: join(folder, command) };
  return { id: 'command', ok: false, detail: `${command} is in none of the folders of PATH:\n${folders.join('\n')}` };
}
