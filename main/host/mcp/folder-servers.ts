import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../../../shared/model/config';
import type { ServerOptions, ServerWarning } from '../../../shared/model/mcp';
import type { Diagnostic } from '../../../shared/model/permission';
import { ownValue } from '../../core/kernel/own-value';
import { estimateTokens } from '../../core/context/estimate-tokens';
import type { ConfiguredServer } from '../../core/mcp/configured-server';
import type { LoadedServers } from '../../core/mcp/load-servers';
import type { OfferedTool, ToolOffer } from '../../core/mcp/offer-tools';
import type { ListedResources, ServerAccess, ServerCaller } from '../../core/mcp/server-access';
import { type ServerConnector, ServerError, type ServerHandlers } from '../../core/mcp/server-connection';
import { serverPart } from '../../core/mcp/tool-names';
import { NO_STATE, type FolderState } from '../../core/mcp/server-state';
import { stampSettings } from '../../core/permission/list-settings';
import { describePart } from '../../core/mcp/render-result';
import { createSecretHider } from '../../core/secrets/hide-secrets';
import type { SessionPolicy } from '../../core/permission/create-policy';
import type { HostPorts } from '../host-ports';
import { describeGrowth, noteTools } from './describe-growth';
import { planLaunch, sandboxSession } from './launch-server';
import { ManagedServer } from './managed-server';
import { readServers, serverVariables } from './read-servers';
import type { ServerStore } from './server-store';
import { definitionTokens } from './tool-tokens';

/** How long servers go on that nobody holds any more: a session that is opened again finds them. */
const REST_MS = 20_000;
const START_TIMEOUT_MS = 30_000;
const CALL_TIMEOUT_MS = 600_000;
/** Estimated tokens of definitions of all servers that are neither always whole nor always deferred: above it they are deferred. */
const DEFER_ABOVE = 10_000;
const MOST_TIMEOUT_MS = 2_147_483_647;

export interface FolderServersOptions {
  ports: HostPorts;
  connector: ServerConnector;
  /** Absolute, resolved. */
  folder: string;
  store: ServerStore;
  readConfig(): Promise<Pick<Config, 'readUserFiles' | 'mcpStartMs'>>;
  isTrusted(folder: string): Promise<boolean>;
  openPolicy(folder: string): Promise<SessionPolicy>;
  /** What a server of this folder may ask of the person; absent where nobody can answer. */
  handlersFor(server: string, callers: () => Iterable<ServerCaller>): Pick<ServerHandlers, 'elicit' | 'sample'>;
  onChanged(server: string): void;
  /** The entry of the server with this key is another now, or gone, or off. */
  onReplaced(key: string): void;
  /** Resolves when nothing of an earlier process is left to run. Never rejects. */
  prepare(): Promise<void>;
  /** Aborts when the host ends. */
  ending: AbortSignal;
}

/**
 * The servers of one folder, shared by its sessions and windows. Invariants:
 * 1. A server starts only while somebody holds the folder, the folder is trusted and its entry is approved.
 * 2. A change of the files restarts only servers whose entries changed.
 * 3. With the last holder everything ends, after a while.
 */
export class FolderServers implements ServerAccess {
  readonly folder: string;
  readonly #options: FolderServersOptions;
  readonly #holders = new Set<symbol>();
  readonly #servers = new Map<string, ManagedServer>();
  readonly #growth = new Map<string, ServerWarning[]>();
  loaded: LoadedServers | undefined;
  #state: FolderState = NO_STATE;
  #stamp = '';
  #startBudgetMs = 0;
  /** Working directories: what servers are told of, and all of it. */
  #roots: readonly string[] = [];
  #loading: Promise<void> | undefined;
  #again: Promise<void> | undefined;
  #resting: AbortController | undefined;
  /** Changes that must meet no server that runs. */
  #pauses = 0;
  #watches: Array<() => void> = [];

  constructor(options: FolderServersOptions) {
    this.folder = options.folder;
    this.#options = options;
  }

  get held(): boolean {
    return this.#holders.size > 0;
  }
  servers(): ManagedServer[] {
    return [...this.#servers.values()];
  }
  get(name: string): ManagedServer | undefined {
    return this.#servers.get(name);
  }
  optionsOf(name: string): ServerOptions {
    return ownValue(this.#state.options, name) ?? {};
  }
  growthOf(name: string): readonly ServerWarning[] {
    return this.#growth.get(name) ?? [];
  }

  /** Starts what may start; until `release` with the same holder, which may come before this resolves. Who is rejected holds nothing. */
  async hold(holder: symbol): Promise<void> {
    this.#holders.add(holder);
    this.#resting?.abort();
    this.#resting = undefined;
    try {
      await this.#options.prepare();
      await this.refresh();
    } catch (error) {
      this.release(holder);
      throw error;
    }
    if (!this.held) return;
    this.#watch();
    this.#startAll();
  }

  release(holder: symbol): void {
    if (!this.#holders.delete(holder) || this.held) return;
    const resting = new AbortController();
    this.#resting = resting;
    void this.#options.ports.clock.sleep(REST_MS, resting.signal).then(() => {
      if (!resting.signal.aborted && !this.held) void this.close();
    });
  }

  /** Ends every server. */
  async close(): Promise<void> {
    this.#resting?.abort();
    for (const stop of this.#watches) stop();
    this.#watches = [];
    await Promise.all(this.servers().map((server) => server.stop()));
  }

  /** Ends a server, and starts it again where it still is one and somebody holds the folder. */
  async restart(server: ManagedServer): Promise<void> {
    await server.stop();
    if (this.#mayRun && this.get(server.name) === server) server.startAnew();
  }

  get #mayRun(): boolean {
    return this.held && this.#pauses === 0 && !this.#options.ending.aborted;
  }

  #startAll(): void {
    if (this.#mayRun) for (const server of this.servers()) server.start();
  }

  /** Runs a change while no server runs: a sandbox holds the place of files that nothing in it may make. */
  async pause(change: () => Promise<void>): Promise<void> {
    this.#pauses += 1;
    try {
      await Promise.all(this.servers().map((server) => server.stop()));
      await change();
    } finally {
      this.#pauses -= 1;
      await this.refresh();
      this.#startAll();
    }
  }

  /** Reads the files where one of them changed, or what was decided about servers. What came before the call is seen. */
  refresh(): Promise<void> {
    if (this.#loading === undefined) {
      this.#loading = this.#refresh().finally(() => {
        this.#loading = undefined;
      });
      return this.#loading;
    }
    this.#again ??= this.#loading
      .catch(() => undefined)
      .then(() => {
        this.#again = undefined;
        return this.refresh();
      });
    return this.#again;
  }

  /** Waits for servers that are starting, within their budget. */
  async ready(): Promise<void> {
    await this.#loading;
    await Promise.all(this.servers().map((server) => server.ready()));
  }

  async #refresh(): Promise<void> {
    const { ports, store, folder, readConfig, isTrusted } = this.#options;
    const [{ state, problem }, { readUserFiles, mcpStartMs }, trusted] = await Promise.all([
      store.read(folder),
      readConfig(),
      isTrusted(folder),
    ]);
    this.#startBudgetMs = mcpStartMs;
    const stamp = await this.#stampOf(readUserFiles, trusted, state, problem);
    if (this.loaded !== undefined && stamp === this.#stamp) return;
    const loaded = await readServers(ports, { folder, state, readUserFiles, trusted, ...(problem === undefined ? {} : { problem }) });
    this.loaded = loaded;
    this.#state = state;
    if (loaded.toApprove.length > 0) {
      const approved = Object.fromEntries(loaded.toApprove.map(({ name, hash }) => [name, hash]));
      await store.change(folder, (now) => ({ ...now, approved: { ...now.approved, ...approved } }));
      ({ state: this.#state } = await store.read(folder));
    }
    await this.#reconcile(loaded.servers);
    if (this.servers().some(({ connection }) => connection !== undefined)) this.#takeRoots(await this.#options.openPolicy(folder));
    this.#stamp = await this.#stampOf(readUserFiles, trusted, this.#state, problem);
  }

  /** Working directories as the rules have them now; servers are told where they are others. */
  #takeRoots(policy: SessionPolicy): void {
    const roots = [this.folder, ...policy.loaded().additionalDirectories];
    if (JSON.stringify(roots) === JSON.stringify(this.#roots)) return;
    this.#roots = roots;
    for (const { connection } of this.servers()) void connection?.tellRootsChanged();
  }

  async #stampOf(readUserFiles: boolean, trusted: boolean, state: FolderState, problem: Diagnostic | undefined): Promise<string> {
    const { tools: _, ...decided } = state;
    const paths = [...(this.loaded?.files.map(({ path }) => path) ?? []), ...(this.loaded?.settings ?? [])];
    return JSON.stringify([await stampSettings(this.#options.ports.files, paths), readUserFiles, trusted, decided, problem?.message]);
  }

  async #reconcile(configured: readonly ConfiguredServer[]): Promise<void> {
    const wanted = new Map(configured.map((server) => [server.name, server]));
    const stale = this.servers().filter((server) => !isSame(server.config, wanted.get(server.name)));
    for (const server of stale) this.#servers.delete(server.name);
    const running = new Map(this.#servers);
    this.#servers.clear();
    for (const server of configured) this.#servers.set(server.name, running.get(server.name) ?? this.#make(server));
    for (const server of stale) {
      this.#options.onReplaced(server.key);
      this.#options.onChanged(server.name);
    }
    for (const name of wanted.keys()) if (!running.has(name)) this.#options.onChanged(name);
    await Promise.all(stale.map((server) => server.stop()));
    this.#startAll();
  }

  #make(config: ConfiguredServer): ManagedServer {
    const { ports, connector, folder, openPolicy, handlersFor, onChanged } = this.#options;
    const { name } = config;
    const key = `${name}-${ports.hash(folder).slice(0, 12)}`;
    const server: ManagedServer = new ManagedServer(config, {
      connector,
      clock: ports.clock,
      hash: ports.hash,
      hide: createSecretHider({ find: ports.findSecrets, tag: ports.tagSecret }),
      key,
      startTimeoutMs: numberOf(ports.env['MCP_TIMEOUT']) ?? START_TIMEOUT_MS,
      startBudgetMs: this.#startBudgetMs,
      launch: async (signal) => {
        const policy = await openPolicy(folder);
        this.#takeRoots(policy);
        return planLaunch(config, this.optionsOf(name), { ports, folder, key, variables: serverVariables(ports, folder), policy, signal });
      },
      handlers: {
        ...handlersFor(name, () => server.running),
        roots: () => this.#roots.map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) })),
      },
      logLevel: () => this.optionsOf(name).logLevel,
      leaveSandbox: () => ports.shell.closeSession(sandboxSession(key)),
      onChanged: () => onChanged(name),
      onTools: (offer) => void this.#noteTools(name, offer),
    });
    return server;
  }

  /** What a server offers now against what it offered when it was last used. */
  async #noteTools(name: string, { tools }: ToolOffer): Promise<void> {
    const { store, folder, ports } = this.#options;
    try {
      const before = ownValue((await store.read(folder)).state.tools, name);
      const now = noteTools(tools, ports.hash);
      if (before !== undefined && JSON.stringify(before) === JSON.stringify(now)) return;
      if (before !== undefined) this.#growth.set(name, describeGrowth(before, now));
      await store.change(folder, (state) => {
        // What is noted of servers that are gone would grow for ever.
        const kept = Object.entries(state.tools).filter(([server]) => this.#servers.has(server));
        return { ...state, tools: { ...Object.fromEntries(kept), [name]: now } };
      });
    } catch (error) {
      ports.logger.log('warn', 'the tools of a server were not noted', { server: name, error: String(error) });
    }
    this.#options.onChanged(name);
  }

  #watch(): void {
    if (this.#watches.length > 0) return;
    const { ports, folder } = this.#options;
    const names = new Set((this.loaded?.files ?? []).map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
    const changed = (name: string | undefined) => {
      if (name !== undefined && !names.has(name)) return;
      this.refresh().catch((error: unknown) => ports.logger.log('warn', 'servers were not read again', { folder, error: String(error) }));
    };
    this.#watches = [folder, ports.home, ports.personHome].map((path) => ports.watchFolder(path, changed));
  }

  tools(): readonly OfferedTool[] {
    return this.servers().flatMap((server) => (server.isComing ? server.offer.tools : []));
  }

  /** Whether the model gets a server's tools by their names only. */
  isDeferred(name: string): boolean {
    const loading = this.#loadingOf(name);
    if (loading !== 'auto') return loading === 'defer';
    const auto = this.servers().filter((server) => this.#loadingOf(server.name) === 'auto');
    return auto.reduce((sum, server) => sum + definitionTokens(server.offer.tools), 0) > DEFER_ABOVE;
  }

  #loadingOf(name: string): NonNullable<ServerOptions['loading']> {
    const own = this.optionsOf(name).loading ?? (this.get(name)?.config.alwaysLoad === true ? 'always' : undefined);
    if (own !== undefined) return own;
    const wish = this.#options.ports.env['ENABLE_TOOL_SEARCH'];
    return wish === 'true' ? 'defer' : wish === 'false' ? 'always' : 'auto';
  }

  timeoutOf(name: string): number {
    const own = this.optionsOf(name).timeoutMs ?? this.get(name)?.config.timeoutMs ?? numberOf(this.#options.ports.env['MCP_TOOL_TIMEOUT']);
    return Math.min(own ?? CALL_TIMEOUT_MS, MOST_TIMEOUT_MS);
  }

  async call(
    { server: name, tool }: Pick<OfferedTool, 'server' | 'tool'>,
    ...[input, caller, options]: CallArguments
  ): ReturnType<ServerAccess['call']> {
    const { clock } = this.#options.ports;
    const server = this.#known(name);
    const time = () => clock.monotonic() - server.waits.total;
    const from = time();
    server.running.add(caller);
    try {
      const result = await server.use((connection) => connection.callTool(tool, input, options));
      const tokens = result.content.reduce((sum, part) => sum + estimateTokens(describePart(part)), 0);
      server.noteCall(tool, time() - from, result.isError, tokens);
      return result;
    } catch (error) {
      server.noteCall(tool, time() - from, true, 0);
      throw error;
    } finally {
      server.running.delete(caller);
    }
  }

  /** Prompts of connected servers as they are typed; none of a server that a rule denies. */
  async commands(): Promise<Array<{ name: string; description: string; argumentHint?: string; source: string }>> {
    const { ports, openPolicy, folder } = this.#options;
    const offering = this.servers().filter(({ state, prompts }) => state === 'connected' && prompts.length > 0);
    if (offering.length === 0) return [];
    const policy = await openPolicy(folder);
    return offering.flatMap(({ name: server, prompts }) => {
      const offered = serverPart(server, ports.hash);
      if (policy.deniesServer({ name: server, offered }) !== undefined) return [];
      return prompts.map(({ name, title, description, arguments: named }) => ({
        name: `mcp__${offered}__${name}`,
        description: (description ?? title ?? '').slice(0, 500),
        ...(named.length === 0 ? {} : { argumentHint: named.map((one) => (one.required ? `<${one.name}>` : `[${one.name}]`)).join(' ') }),
        source: `mcp: ${server}`,
      }));
    });
  }

  resources(): readonly ListedResources[] {
    return this.servers().flatMap(({ name, state, resources, templates }) =>
      state === 'connected' && resources.length + templates.length > 0 ? [{ server: name, resources, templates }] : [],
    );
  }

  async readResource(name: string, uri: string, caller: ServerCaller, options: CallArguments[2]): ReturnType<ServerAccess['readResource']> {
    const server = this.#known(name);
    server.running.add(caller);
    try {
      return await server.use((connection) => connection.readResource(uri, options));
    } finally {
      server.running.delete(caller);
    }
  }

  absent(): ReadonlyArray<{ server: string; why: string }> {
    return this.servers().flatMap((server) => (server.state === 'connected' ? [] : [{ server: server.name, why: server.describeState() }]));
  }

  #known(name: string): ManagedServer {
    const server = this.get(name);
    if (server === undefined) throw new ServerError('closed', `there is no server ${name} in this folder any more`);
    return server;
  }
}

type CallArguments = [input: Parameters<ServerAccess['call']>[1], caller: ServerCaller, options: Parameters<ServerAccess['call']>[3]];

function isSame(config: ConfiguredServer, other: ConfiguredServer | undefined): boolean {
  return (
    other !== undefined &&
    config.hash === other.hash &&
    config.file === other.file &&
    JSON.stringify(config.off) === JSON.stringify(other.off)
  );
}

function numberOf(text: string | undefined): number | undefined {
  const number = Number(text);
  return text === undefined || !Number.isFinite(number) || number <= 0 ? undefined : number;
}
