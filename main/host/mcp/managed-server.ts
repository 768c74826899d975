import type { LogLevel, ServerReason, ServerState, TraceView } from '../../../shared/model/mcp';
import type { ConfiguredServer } from '../../core/mcp/configured-server';
import type { Hash } from '../../core/mcp/tool-names';
import { guardPrompt, guardResource, guardTemplate, guardTool } from '../../core/mcp/guard-texts';
import { offerTools, type ToolOffer } from '../../core/mcp/offer-tools';
import type { ServerCaller } from '../../core/mcp/server-access';
import {
  type CallOptions,
  type ServerConnection,
  type ServerConnector,
  ServerError,
  type ServerHandlers,
  type ServerLaunch,
  type ServerPrompt,
  type ServerResource,
  type ServerResourceTemplate,
} from '../../core/mcp/server-connection';
import type { Clock } from '../../core/ports';
import type { HideSecrets } from '../../core/secrets/hide-secrets';
import { createValueHider } from '../../core/secrets/hide-values';
import { CallStats } from './call-stats';
import { KeptEntries } from './kept-entries';
import { ServerNotices } from './server-notices';
import { WaitClock } from './wait-clock';

const MOST_HISTORY = 50;
/** Hosts that it was kept from and that are shown. */
const MOST_REFUSED = 20;
const LIST_TIMEOUT_MS = 30_000;
/** Milliseconds before each new try after a server ended by itself. */
const RETRIES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];
/** A server that ran for so long has its tries back. */
const STEADY_MS = 60_000;
/** A flood of notices of changed lists is answered so often at most. */
const RELIST_MS = 500;
const RETRIED: ReadonlySet<ServerError['kind']> = new Set(['closed', 'timed-out', 'cannot-reach']);

export interface ServerDeps {
  connector: ServerConnector;
  clock: Clock;
  hash: Hash;
  /** For all that it says of itself and of what it has. */
  hide: HideSecrets;
  /** Key of what is stored for it: the same for the same server of the same folder. */
  key: string;
  startTimeoutMs: number;
  /** How long a session waits for it. */
  startBudgetMs: number;
  /** How it is started now; rejects with a `ServerError` where it must not, and when the signal aborts. */
  launch(signal: AbortSignal): Promise<ServerLaunch>;
  handlers: Pick<ServerHandlers, 'elicit' | 'sample' | 'roots'>;
  /** What it is asked to log; undefined: what it likes. */
  logLevel(): LogLevel | undefined;
  /** Gives up what its sandbox kept for it, once it has ended. */
  leaveSandbox(): Promise<void>;
  /** Something that is shown of it changed. */
  onChanged(): void;
  /** Its tools are listed, for the first time or anew. */
  onTools(offer: ToolOffer): void;
}

const NO_OFFER: ToolOffer = { tools: [], left: [], warnings: [] };

/**
 * One server of a folder as it runs. Invariants:
 * 1. It has at most one connection, and what it left is given up before the next one: what is started while it ends, starts after that.
 * 2. Nobody waits for its start longer than the budget.
 * 3. What it offered stays offered while it is coming back: a server that flaps changes no list of tools.
 */
export class ManagedServer {
  readonly config: ConfiguredServer;
  readonly stats = new CallStats();
  readonly toolStats = new Map<string, CallStats>();
  /** When it waits for what it asked the person, or a model, for. */
  readonly waits: WaitClock;
  readonly trace = new KeptEntries<TraceView>({ entries: 2_000, chars: 4_000_000 });
  readonly stderr = new KeptEntries<{ text: string }>({ entries: 4_000, chars: 256_000 });
  readonly notices: ServerNotices;
  /** Calls that run, with who called. */
  readonly running = new Set<ServerCaller>();
  state: ServerState;
  reason: ServerReason | undefined;
  since: number;
  restarts = 0;
  /** Hosts that its sandbox kept it from, since it was last started by somebody. */
  readonly refusedHosts = new Set<string>();
  /** How it runs, or last ran. */
  sandboxed = false;
  /** States that it went through, newest first. */
  readonly history: Array<{ state: ServerState; at: number; reason?: ServerReason }> = [];
  /** As it last said, without secrets. */
  instructions: string | undefined;
  offer: ToolOffer = NO_OFFER;
  resources: ServerResource[] = [];
  templates: ServerResourceTemplate[] = [];
  prompts: ServerPrompt[] = [];
  readonly #deps: ServerDeps;
  #connection: ServerConnection | undefined;
  #last: ServerConnection['info'] | undefined;
  #settled: Promise<void> = Promise.resolve();
  #tried: Promise<void> = Promise.resolve();
  #run: AbortController | undefined;
  #ended: Promise<void> = Promise.resolve();
  #stopping: Promise<void> | undefined;
  /** What was asked for last was a start. */
  #isWanted = false;
  #tries = 0;
  #seq = 0;
  #hideValues = createValueHider([]);
  readonly #relisting = new Map<string, 'running' | 'again'>();

  constructor(config: ConfiguredServer, deps: ServerDeps) {
    this.config = config;
    this.#deps = deps;
    this.waits = new WaitClock(() => deps.clock.monotonic());
    this.notices = new ServerNotices(
      () => deps.clock.now(),
      deps.onChanged,
      (text) => this.hideSecrets(text),
    );
    this.state = config.off?.state ?? 'idle';
    this.reason = config.off?.reason;
    this.since = deps.clock.now();
  }

  get name(): string {
    return this.config.name;
  }
  /** Of what is stored for it. */
  get key(): string {
    return this.#deps.key;
  }
  /** How it would be started now. Rejects as `ServerDeps.launch` does. */
  launch(signal: AbortSignal): Promise<ServerLaunch> {
    return this.#deps.launch(signal);
  }
  get connection(): ServerConnection | undefined {
    return this.#connection;
  }
  /** As it last said. */
  get info(): ServerConnection['info'] | undefined {
    return this.#connection?.info ?? this.#last;
  }
  /** It is connected, or on its way back. */
  get isComing(): boolean {
    return this.state === 'connected' || this.state === 'connecting' || this.state === 'stalled' || this.reason?.retryAt !== undefined;
  }

  /** Starts it where it may and does not run yet; one that is ending starts once it has ended. */
  start(): void {
    if (this.config.off !== undefined) return;
    this.#isWanted = true;
    if (this.#run !== undefined) return;
    this.refusedHosts.clear();
    const run = new AbortController();
    this.#run = run;
    this.#ended = this.#live(run.signal);
  }

  /** The same for one that the person wants to start now: with all its tries, and counted. */
  startAnew(): void {
    if (this.config.off !== undefined) return;
    this.#tries = 0;
    this.restarts += 1;
    this.start();
  }

  /** Resolves when it is connected or has failed, or when the time that a session waits is over. */
  ready(): Promise<void> {
    return this.#settled;
  }

  /** Resolves when its newest start has come to an end, one way or the other, however long that takes, and its state says which. */
  tried(): Promise<void> {
    return this.#tried;
  }

  /** Resolves when nothing of it is left. */
  stop(): Promise<void> {
    this.#isWanted = false;
    if (this.#run === undefined) return Promise.resolve();
    this.#stopping ??= this.#endRun(this.#run);
    return this.#stopping;
  }

  async #endRun(run: AbortController): Promise<void> {
    run.abort();
    await this.#ended;
    if (this.sandboxed) await this.#deps.leaveSandbox();
    this.#run = undefined;
    this.#stopping = undefined;
    this.#become('idle');
    if (this.#isWanted) this.start();
  }

  /** A text that is shown of it, without the secrets that it was given, and without what looks like one. */
  hideSecrets(text: string): string {
    return this.#hideValues(text);
  }

  /** What its process wrote beside the protocol: hidden as a whole, since a secret may come in pieces. */
  get errorOutput(): string {
    const whole = this.stderr.all().map(({ text }) => text);
    return this.hideSecrets(whole.join(''));
  }

  /** Runs a request to the server and counts it. Rejects with a `ServerError`. */
  async use<T>(job: (connection: ServerConnection) => Promise<T>): Promise<T> {
    if (this.#connection === undefined && this.isComing) await this.#settled;
    const connection = this.#connection;
    if (connection === undefined) throw new ServerError('closed', `the server is not connected: ${this.describeState()}`);
    try {
      return await job(connection);
    } catch (error) {
      throw error instanceof ServerError ? this.#hideIn(error) : error;
    }
  }

  describeState(): string {
    const { code, detail } = this.reason ?? {};
    return [this.state, code, detail].filter((text) => text !== undefined).join(', ');
  }

  noteCall(tool: string, tookMs: number, failed: boolean, tokens: number): void {
    const own = this.toolStats.get(tool) ?? new CallStats();
    this.toolStats.set(tool, own);
    for (const stats of [this.stats, own]) stats.note(tookMs, failed, tokens);
    this.#deps.onChanged();
  }

  /** Connects, and again with growing pauses after it ended by itself, until it is stopped or given up. */
  async #live(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    while (!signal.aborted) {
      const attempt = this.#attempt(signal);
      let settle: () => void = () => undefined;
      this.#tried = new Promise((resolve) => {
        settle = resolve;
      });
      this.#settled = Promise.race([this.#tried, clock.sleep(this.#deps.startBudgetMs, signal)]).then(() => {
        if (this.state === 'connecting') this.#become('stalled');
      });
      const { closed, since } = await attempt;
      if (since !== undefined) settle();
      const error = await closed;
      this.#connection = undefined;
      if (signal.aborted) return settle();
      if (since !== undefined && clock.now() - since > STEADY_MS) this.#tries = 0;
      const pause = this.#isRetried(error) ? RETRIES_MS[this.#tries] : undefined;
      const reason: ServerReason = { code: error?.kind ?? 'closed', ...(error === undefined ? {} : { detail: error.message }) };
      if (pause === undefined) {
        this.#become(error?.kind === 'needs-auth' ? 'needs-auth' : 'failed', reason);
        return settle();
      }
      this.#tries += 1;
      this.#become('failed', { ...reason, retryAt: clock.now() + pause });
      settle();
      await clock.sleep(pause, signal);
      if (!signal.aborted) this.restarts += 1;
    }
  }

  /** A program that never spoke would only fail again; one that has spoken before may, say, find its port free the next time. */
  #isRetried(error: ServerError | undefined): boolean {
    if (error?.kind === 'cannot-start') return error.code !== undefined && this.#last !== undefined;
    return error !== undefined && RETRIED.has(error.kind);
  }

  /** `closed`: why it is over, whether it ever was open or not. Never rejects. */
  async #attempt(signal: AbortSignal): Promise<{ closed: Promise<ServerError | undefined>; since?: number }> {
    const { connector, key, startTimeoutMs, clock } = this.#deps;
    this.#become('connecting');
    try {
      const launch = await this.#deps.launch(signal);
      this.#hideValues = createValueHider(launch.secrets);
      this.sandboxed = launch.type === 'stdio' && launch.sandbox !== undefined;
      const connection = await connector.connect(key, launch, this.#handlers(), { signal, timeoutMs: startTimeoutMs });
      this.#connection = connection;
      this.#last = connection.info;
      let closing: Promise<void> | undefined;
      const close = () => {
        closing = connection.close();
      };
      signal.addEventListener('abort', close, { once: true });
      if (signal.aborted) close();
      await Promise.all([
        this.#listAll(connection),
        this.notices.restore(connection, this.#deps.logLevel(), { signal, timeoutMs: LIST_TIMEOUT_MS }),
      ]);
      if (!signal.aborted) this.#become('connected');
      const closed = connection.closed.finally(async () => {
        signal.removeEventListener('abort', close);
        await closing;
      });
      return { closed, since: clock.now() };
    } catch (error) {
      const failure =
        error instanceof ServerError ? error : new ServerError('cannot-start', error instanceof Error ? error.message : String(error));
      return { closed: Promise.resolve(failure) };
    }
  }

  async #listAll(connection: ServerConnection): Promise<void> {
    const { capabilities } = connection.info;
    const has = (name: string) => capabilities[name] !== undefined;
    await Promise.all([
      this.#readInstructions(connection),
      ...(has('tools') ? [this.#list('tools', connection)] : []),
      ...(has('resources') ? [this.#list('resources', connection)] : []),
      ...(has('prompts') ? [this.#list('prompts', connection)] : []),
    ]);
  }

  async #readInstructions({ info: { instructions } }: ServerConnection): Promise<void> {
    this.instructions = instructions === undefined ? undefined : await this.#deps.hide(instructions);
  }

  /** A list that does not come leaves the last one, and is told in the server's own log. */
  async #list(what: 'tools' | 'resources' | 'prompts', connection: ServerConnection): Promise<void> {
    const options: CallOptions = { timeoutMs: LIST_TIMEOUT_MS };
    const { hide, hash } = this.#deps;
    try {
      if (what === 'tools') {
        const tools = await connection.listTools(options);
        const offer = offerTools(this.name, await Promise.all(tools.map((tool) => guardTool(tool, hide))), hash);
        this.offer = offer;
        this.#deps.onTools(offer);
      } else if (what === 'resources') {
        const resources = await connection.listResources(options);
        const templates = await connection.listResourceTemplates(options).catch(() => []);
        this.resources = await Promise.all(resources.map((resource) => guardResource(resource, hide)));
        this.templates = await Promise.all(templates.map((template) => guardTemplate(template, hide)));
      } else {
        const prompts = await connection.listPrompts(options);
        this.prompts = await Promise.all(prompts.map((prompt) => guardPrompt(prompt, hide)));
      }
    } catch (error) {
      this.stderr.add({ text: `[its list of ${what} did not come: ${error instanceof Error ? error.message : String(error)}]\n` });
    }
    this.#deps.onChanged();
  }

  /** Lists anew, not more often than twice a second, and once more where a notice came meanwhile. */
  async #relist(what: 'tools' | 'resources' | 'prompts'): Promise<void> {
    if (this.#relisting.has(what)) return void this.#relisting.set(what, 'again');
    do {
      this.#relisting.set(what, 'running');
      const connection = this.#connection;
      if (connection !== undefined) await this.#list(what, connection);
      await this.#deps.clock.sleep(RELIST_MS, this.#run?.signal);
    } while (this.#relisting.get(what) === 'again' && this.#connection !== undefined);
    this.#relisting.delete(what);
  }

  #handlers(): ServerHandlers {
    const { elicit, sample, ...handlers } = this.#deps.handlers;
    return {
      ...handlers,
      ...(elicit === undefined ? {} : { elicit: (...asked) => this.waits.during(() => elicit(...asked)) }),
      ...(sample === undefined ? {} : { sample: (...asked) => this.waits.during(() => sample(...asked)) }),
      onListChanged: (what) => void this.#relist(what),
      onResourceUpdated: this.notices.noteUpdate,
      onLog: this.notices.noteLog,
      onTrace: (entry) => {
        this.#seq += 1;
        this.trace.add({ seq: this.#seq, ...entry });
      },
      onStderr: (text) => this.stderr.add({ text }),
      onRefusedHost: (target) => this.#noteRefused(target),
    };
  }

  #noteRefused(target: string): void {
    const host = target.replace(/:\d+$/, '');
    if (this.refusedHosts.has(host) || this.refusedHosts.size >= MOST_REFUSED) return;
    this.refusedHosts.add(host);
    this.#deps.onChanged();
  }

  #hideIn({ kind, message, code, cause }: ServerError): ServerError {
    return Object.assign(new ServerError(kind, this.hideSecrets(message), code), { cause });
  }

  #become(state: ServerState, given?: ServerReason): void {
    const reason = given?.detail === undefined ? given : { ...given, detail: this.hideSecrets(given.detail) };
    this.state = state;
    this.reason = reason;
    this.since = this.#deps.clock.now();
    this.history.unshift({ state, at: this.since, ...(reason === undefined ? {} : { reason }) });
    this.history.splice(MOST_HISTORY);
    this.#deps.onChanged();
  }
}
