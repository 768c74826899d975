import { CodedError } from '../../../shared/model/failure';
import { cutStart } from '../../../shared/text/cut-text';
import { type ServerConnector, ServerError } from '../../core/mcp/server-connection';
import { KeyedQueue } from '../../core/kernel/keyed-queue';
import type { Subscriber } from '../connection';
import { notificationText } from '../event-feed';
import type { HostServices } from '../host-services';
import { FolderServers } from './folder-servers';
import type { ManagedServer } from './managed-server';
import { createAskers } from './server-askers';
import { ServerRequests } from './server-requests';
import { ServerStore } from './server-store';
import { type Processes, viewServer } from './server-views';
import type { Servers } from './servers';
import type { SignIns } from './sign-ins';

/** Changes of a server that come within this time are told together, in milliseconds. */
const GATHER_MS = 100;
/** Characters of a command with its arguments. */
const MOST_COMMAND = 500;
/** How long a person may take to sign in. */
const SIGN_IN_MS = 300_000;

/** The servers of all folders, and the clients that look at them. */
export class ServerDesk implements Servers {
  readonly connector: ServerConnector;
  readonly store: ServerStore;
  readonly requests: ServerRequests;
  readonly #services: HostServices;
  readonly #signIns: SignIns;
  readonly #folders = new Map<string, FolderServers>();
  readonly #watchers = new Map<string, Map<symbol, symbol>>();
  /** Who opens and closes the view in haste has it closed. */
  readonly #watching = new KeyedQueue();
  readonly #changed = new Map<string, Set<string>>();
  readonly #closing = new AbortController();
  #reaped: Promise<void> | undefined;
  readonly calls = new Map<string, AbortController>();

  constructor(services: HostServices, connector: ServerConnector, signIns: SignIns) {
    this.connector = connector;
    this.#signIns = signIns;
    this.#services = services;
    this.store = new ServerStore(services.ports);
    this.requests = new ServerRequests(services.feed);
  }

  folder(folder: string): FolderServers {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const { ports, readConfig, isTrusted, openPolicy } = this.#services;
    const made = new FolderServers({
      ports,
      connector: this.connector,
      folder,
      store: this.store,
      readConfig,
      isTrusted,
      openPolicy: (path) => openPolicy(path),
      handlersFor: (server, callers) => createAskers(this.#services, this.requests, { folder, server, callers }),
      onChanged: (server) => this.#note(folder, server),
      onReplaced: (key) => this.#signIns.end(key),
      prepare: () => this.reap(),
      ending: this.#closing.signal,
    });
    this.#folders.set(folder, made);
    return made;
  }

  async hold(folder: string, holder: symbol): Promise<FolderServers> {
    const servers = this.folder(folder);
    await servers.hold(holder);
    return servers;
  }

  reap(): Promise<void> {
    this.#reaped ??= this.connector.reap().then(
      () => undefined,
      (error: unknown) => this.#services.ports.logger.log('warn', 'servers of an earlier process were not ended', { error: String(error) }),
    );
    return this.#reaped;
  }

  watch(given: string, client: symbol, closed: AbortSignal): Promise<void> {
    return this.#watching.run(given, async () => {
      const folder = await this.#services.ports.files.realpath(given);
      if (closed.aborted) return;
      const watching = this.#watchers.get(folder) ?? new Map<symbol, symbol>();
      this.#watchers.set(folder, watching);
      const holder = watching.get(client) ?? Symbol('watcher');
      watching.set(client, holder);
      await this.hold(folder, holder);
    });
  }

  async unwatch(given: string, client: symbol): Promise<void> {
    await this.#watching.run(given, async () => this.#leave(await this.#services.ports.files.realpath(given), client));
  }

  #leave(folder: string, client: symbol): void {
    const watching = this.#watchers.get(folder);
    const holder = watching?.get(client);
    watching?.delete(client);
    if (holder !== undefined) this.#folders.get(folder)?.release(holder);
  }

  async signIn(folder: string, name: string, signal: AbortSignal): Promise<void> {
    const { ports } = this.#services;
    const { servers, server } = await this.#remote(folder, name);
    const show = async (url: string, ending: AbortSignal) => {
      const request = { request: ports.ids.next('req'), folder, server: name, at: new Date(ports.clock.now()).toISOString() };
      const answer = await this.requests.ask(
        { ...request, type: 'url', message: '', url, signIn: true },
        AbortSignal.any([signal, ending]),
      );
      if (answer.action !== 'accept') throw new ServerError('aborted', 'the person did not sign in');
    };
    await this.#signIns.run(server.key, show, signal, async (ending) =>
      this.connector.authorize(server.key, await server.launch(ending), { signal: ending, timeoutMs: SIGN_IN_MS }),
    );
    await servers.restart(server);
  }

  async signOut(folder: string, name: string): Promise<void> {
    const { servers, server } = await this.#remote(folder, name);
    await this.connector.forget(server.key);
    await servers.restart(server);
  }

  async inspect(server: ManagedServer): Promise<Processes> {
    const pid = server.connection?.pid;
    const processes = pid === undefined ? [] : await this.connector.inspect(pid);
    return processes.map((one) => ({ ...one, command: cutStart(server.hideSecrets(one.command), MOST_COMMAND) }));
  }

  async #remote(folder: string, name: string): Promise<{ servers: FolderServers; server: ManagedServer }> {
    const servers = this.folder(folder);
    await servers.refresh();
    const server = servers.get(name);
    if (server === undefined) throw new CodedError('not-found', `there is no server ${name}`);
    if (server.config.off !== undefined) throw new CodedError('denied', `${name} is off: ${server.describeState()}`);
    return { servers, server };
  }

  leaveAll(client: symbol): void {
    for (const folder of this.#watchers.keys()) this.#leave(folder, client);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const call of this.calls.values()) call.abort();
    await Promise.all([...this.#folders.values()].map((folder) => folder.close()));
    await this.connector.closeAll();
  }

  #note(folder: string, server: string): void {
    const watching = this.#watchers.get(folder);
    if (watching === undefined || watching.size === 0) return;
    const waiting = this.#changed.get(folder);
    if (waiting !== undefined) return void waiting.add(server);
    this.#changed.set(folder, new Set([server]));
    void this.#services.ports.clock.sleep(GATHER_MS, this.#closing.signal).then(() => this.#tell(folder));
  }

  async #tell(folder: string): Promise<void> {
    const changed = this.#changed.get(folder) ?? new Set<string>();
    this.#changed.delete(folder);
    const subscribers = [...(this.#watchers.get(folder)?.keys() ?? [])].flatMap((client): Subscriber[] => {
      const subscriber = this.#services.feed.get(client);
      return subscriber === undefined ? [] : [subscriber];
    });
    const servers = this.folder(folder);
    for (const name of changed) {
      const server = servers.get(name);
      const processes = server === undefined ? [] : await this.inspect(server);
      const view = server === undefined ? {} : { view: viewServer(server, servers, processes) };
      const text = notificationText('mcp/changed', { folder, server: name, ...view });
      for (const subscriber of subscribers) subscriber.send(text);
    }
  }
}
