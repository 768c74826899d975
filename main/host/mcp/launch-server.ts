import { dirname, isAbsolute, join } from 'node:path';
import type { ServerOptions } from '../../../shared/model/mcp';
import type { ConfiguredServer, EntryLaunch } from '../../core/mcp/configured-server';
import { expandLaunch } from '../../core/mcp/expand-variables';
import { ServerError, type ServerLaunch } from '../../core/mcp/server-connection';
import { sandboxWith } from '../../core/permission/command-sandbox';
import type { SessionPolicy } from '../../core/permission/create-policy';
import type { HostPorts } from '../host-ports';

/** Programs that fetch the server that they run, with the hosts that they fetch from and the variables that name their caches. */
const RUNNERS: ReadonlyArray<{ programs: RegExp; hosts: readonly string[]; caches: readonly string[] }> = [
  {
    programs: /^(?:npx|npm|pnpm|pnpx|yarn|bunx|bun)$/,
    hosts: ['registry.npmjs.org'],
    caches: ['npm_config_cache', 'BUN_INSTALL_CACHE_DIR'],
  },
  {
    programs: /^(?:uvx|uv|pipx|pip)$/,
    hosts: ['pypi.org', 'files.pythonhosted.org'],
    caches: ['UV_CACHE_DIR', 'PIP_CACHE_DIR', 'PIPX_HOME'],
  },
];

export interface LaunchGround {
  ports: Pick<HostPorts, 'files' | 'personHome'>;
  folder: string;
  /** Of what is stored for it: the same for the same server of the same folder, and for no other. */
  key: string;
  variables: Readonly<Record<string, string | undefined>>;
  /** The rules of the folder, as they are now. */
  policy: SessionPolicy;
}

/**
 * How a server is started now. A process is isolated as the agent's commands are, with a cache folder of its own that it may write, unless
 * the person's option or the settings say otherwise. Rejects with a `ServerError` where the settings want a sandbox that cannot be had.
 */
export async function planLaunch(server: ConfiguredServer, options: ServerOptions, ground: LaunchGround): Promise<ServerLaunch> {
  if (server.launch === undefined) throw new ServerError('cannot-start', 'the entry says nothing that could be started');
  const { launch } = expandLaunch(server.launch, ground.variables);
  if (launch.type !== 'stdio') return remoteLaunch(launch);
  const { command, args } = launch;
  const env = { ...launch.env, CLAUDE_PROJECT_DIR: ground.folder };
  const plain: ServerLaunch = { type: 'stdio', command, args, env, cwd: ground.folder };
  if (options.sandbox === false) return plain;
  const { policy } = ground;
  const isolation = await policy.isolation();
  if (isolation?.settings.enabled !== true) return plain;
  if (!isolation.support.available) {
    if (isolation.settings.failIfUnavailable || options.sandbox === true)
      throw new ServerError('cannot-start', `no sandbox: ${isolation.support.detail}`);
    return plain;
  }
  const cache = join(ground.ports.personHome, '.cache/vitrine/mcp', ground.key);
  await makeFolder(ground.ports, cache);
  const runner = RUNNERS.find(({ programs }) => programs.test(command.replace(/^.*\//, '')));
  const caches = Object.fromEntries(['XDG_CACHE_HOME', ...(runner?.caches ?? [])].map((name) => [name, cache]));
  const { grant } = isolation;
  const named = await findNamed(ground.ports, [command, ...args]);
  return {
    ...plain,
    env: { ...caches, ...env },
    sandbox: sandboxWith(
      {
        ...grant,
        writable: [...grant.writable, cache],
        readable: [...new Set([...grant.readable, ...named])],
        hosts: [...new Set([...grant.hosts, ...(runner?.hosts ?? [])])],
      },
      policy,
      sandboxSession(ground.key),
    ),
  };
}

/** Servers share nothing with each other, nor with the agent's commands. */
export function sandboxSession(key: string): string {
  return `mcp-${key}`;
}

function remoteLaunch({ type, url, headers, oauth }: Exclude<EntryLaunch, { type: 'stdio' }>): ServerLaunch {
  if (!/^https?:\/\//.test(url)) throw new ServerError('cannot-reach', `${url} is no http or https address`);
  const { clientId, callbackPort, authServerMetadataUrl, scopes } = oauth ?? {};
  return {
    type,
    url,
    headers,
    oauth: {
      ...(clientId === undefined ? {} : { clientId }),
      ...(callbackPort === undefined ? {} : { callbackPort }),
      ...(authServerMetadataUrl === undefined ? {} : { authServerMetadataUrl }),
      ...(scopes === undefined ? {} : { scopes }),
    },
  };
}

/**
 * What the sandbox has to show for the command to run at all: its absolute paths, which the person has seen, with the folder of a program and
 * all that an installed package stands beside. Never the home or a folder above it.
 */
async function findNamed({ files, personHome }: LaunchGround['ports'], words: readonly string[]): Promise<string[]> {
  const paths = await Promise.all(
    words.filter(isAbsolute).map(async (word) => {
      const path = await files.realpath(word).catch(() => word);
      const stat = await files.stat(path).catch(() => undefined);
      if (stat === undefined) return [];
      const installed = path.indexOf('/node_modules/');
      const folder = stat.kind === 'directory' ? path : installed > 0 ? path.slice(0, installed) : dirname(path);
      const isTooWide = folder === '/' || folder === personHome || personHome.startsWith(`${folder}/`);
      return isTooWide ? (stat.kind === 'file' ? [path] : []) : [folder];
    }),
  );
  return paths.flat();
}

/** The file system makes folders with the files in them. */
async function makeFolder({ files }: LaunchGround['ports'], path: string): Promise<void> {
  const note = join(path, 'README');
  if ((await files.stat(note).catch(() => undefined)) !== undefined) return;
  await files.writeFile(
    await files.realpath(note),
    new TextEncoder().encode('Caches of an MCP server that runs isolated. May be deleted.\n'),
  );
}
