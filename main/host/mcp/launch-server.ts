import { dirname, isAbsolute, join } from 'node:path';
import { withoutSecretVariables } from '../../adapters/shell/secret-variables';
import type { ServerOptions } from '../../../shared/model/mcp';
import type { ConfiguredServer, EntryLaunch } from '../../core/mcp/configured-server';
import { expandLaunch } from '../../core/mcp/expand-variables';
import { ServerError, type ServerLaunch } from '../../core/mcp/server-connection';
import { sandboxWith } from '../../core/permission/command-sandbox';
import type { SessionPolicy } from '../../core/permission/create-policy';
import type { HostPorts } from '../host-ports';
import { readHelperHeaders } from './helper-headers';

/** Programs that fetch the server that they run, with the variables that name their caches. Where they fetch from is for the rules to allow. */
const RUNNERS: ReadonlyArray<{ programs: RegExp; caches: readonly string[] }> = [
  { programs: /^(?:npx|npm|pnpm|pnpx|yarn|bunx|bun)$/, caches: ['npm_config_cache', 'BUN_INSTALL_CACHE_DIR'] },
  { programs: /^(?:uvx|uv|pipx|pip)$/, caches: ['UV_CACHE_DIR', 'PIP_CACHE_DIR', 'PIPX_HOME'] },
];

export interface LaunchGround {
  ports: Pick<HostPorts, 'files' | 'personHome' | 'hooks'>;
  folder: string;
  /** Of what is stored for it: the same for the same server of the same folder, and for no other. */
  key: string;
  variables: Readonly<Record<string, string | undefined>>;
  /** The rules of the folder, as they are now. */
  policy: SessionPolicy;
  /** Aborts when the start is given up. */
  signal: AbortSignal;
}

/**
 * How a server is started now. A process is isolated as the agent's commands are, with a cache folder of its own that it may write, unless
 * the person's option or the settings say otherwise. Rejects with a `ServerError` where the settings want a sandbox that cannot be had.
 */
export async function planLaunch(server: ConfiguredServer, options: ServerOptions, ground: LaunchGround): Promise<ServerLaunch> {
  if (server.launch === undefined) throw new ServerError('cannot-start', 'the entry says nothing that could be started');
  const { launch, values } = expandLaunch(server.launch, ground.variables);
  if (launch.type !== 'stdio' && !/^https?:\/\//.test(launch.url))
    throw new ServerError('cannot-reach', 'its address is no http or https address');
  const planned = launch.type === 'stdio' ? await localLaunch(launch, options, ground) : await remoteLaunch(launch, server.name, ground);
  return { ...planned, secrets: [...values, ...secretsOf(planned)] };
}

/** What starts a server, before it is known what of it is a secret. */
type PlannedLaunch = Unmarked<ServerLaunch>;
type Unmarked<Launch> = Launch extends ServerLaunch ? Omit<Launch, 'secrets'> : never;

function secretsOf(launch: PlannedLaunch): string[] {
  if (launch.type !== 'stdio') return [...Object.values(launch.headers), launch.oauth?.clientSecret ?? ''];
  const plain = withoutSecretVariables(launch.env);
  return Object.entries(launch.env).flatMap(([name, value]) => (Object.hasOwn(plain, name) ? [] : [value]));
}

type LocalLaunch = Extract<EntryLaunch, { type: 'stdio' }>;

async function localLaunch(launch: LocalLaunch, options: ServerOptions, ground: LaunchGround): Promise<PlannedLaunch> {
  const { command, args } = launch;
  const env = { ...launch.env, CLAUDE_PROJECT_DIR: ground.folder };
  const plain: PlannedLaunch = { type: 'stdio', command, args, env, cwd: ground.folder };
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

async function remoteLaunch(
  { type, url, headers, headersHelper, oauth }: Exclude<EntryLaunch, { type: 'stdio' }>,
  server: string,
  { ports, policy, folder, key, signal }: LaunchGround,
): Promise<PlannedLaunch> {
  const { clientId, clientSecret, callbackPort, authServerMetadataUrl, scopes } = oauth ?? {};
  const helped = (command: string) =>
    readHelperHeaders(ports, policy, { command, server, url, folder, session: sandboxSession(key), signal });
  return {
    type,
    url,
    headers: headersHelper === undefined ? headers : { ...headers, ...(await helped(headersHelper)) },
    oauth: {
      ...(clientId === undefined ? {} : { clientId }),
      ...(clientSecret === undefined ? {} : { clientSecret }),
      ...(callbackPort === undefined ? {} : { callbackPort }),
      ...(authServerMetadataUrl === undefined ? {} : { authServerMetadataUrl }),
      ...(scopes === undefined ? {} : { scopes }),
    },
  };
}

/** What names the folder of a package. */
const PACKAGE_FILES = ['package.json', 'pyproject.toml'];
/** What many things lie in that have nothing to do with each other. */
const SHARED_FOLDERS: ReadonlySet<string> = new Set(['/', '/tmp', '/var/tmp', '/private/tmp', '/opt', '/srv', '/mnt', '/media']);
const MODULES = '/node_modules';

/**
 * What the sandbox has to show for the command to run at all: its absolute paths, which the person has seen, and of a file what it runs with.
 * Never the home or a folder above it.
 */
async function findNamed(ports: LaunchGround['ports'], words: readonly string[]): Promise<string[]> {
  const { files, personHome } = ports;
  const paths = await Promise.all(
    words.filter(isAbsolute).map(async (word) => {
      const path = await files.realpath(word).catch(() => word);
      const stat = await files.stat(path).catch(() => undefined);
      if (stat === undefined) return [];
      if (stat.kind !== 'directory') return [await findCompany(ports, path)];
      return isAbove(path, personHome) ? [] : [path];
    }),
  );
  return paths.flat();
}

/** The folder that a file's package is installed in, else that of its package, else its own; the file alone where that is too wide. */
async function findCompany({ files, personHome }: LaunchGround['ports'], file: string): Promise<string> {
  const isTooWide = (folder: string) => SHARED_FOLDERS.has(folder) || isAbove(folder, personHome);
  const installed = file.indexOf(`${MODULES}/`);
  if (installed > 0) {
    const beside = file.slice(0, installed);
    return isTooWide(beside) ? `${beside}${MODULES}` : beside;
  }
  const own = dirname(file);
  if (isTooWide(own)) return file;
  for (let folder = own; !isTooWide(folder); folder = dirname(folder)) {
    const marks = await Promise.all(PACKAGE_FILES.map((name) => files.stat(join(folder, name)).catch(() => undefined)));
    if (marks.some((mark) => mark?.kind === 'file')) return folder;
  }
  return own;
}

function isAbove(folder: string, path: string): boolean {
  return folder === '/' || folder === path || path.startsWith(`${folder}/`);
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
