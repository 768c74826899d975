import type { Config, Limits, ModelInfo } from '../../../shared/model/config';
import { beginningLost } from '../../core/sessions/beginning-lost';
import { DEFAULT_LIMITS } from '../../../shared/model/default-limits';
import { CodedError } from '../../../shared/model/failure';
import type { UserInput } from '../../../shared/model/item';
import { MAIN_AGENT } from '../../../shared/model/main-agent';
import type { Mode } from '../../../shared/model/mode';
import type { SessionState } from '../../../shared/model/session';
import { takeCommand } from '../../core/agent/take-command';
import type { RunTurn, TurnInput, TurnOutcome } from '../../core/agent/turn';
import type { PersonCommand } from '../../core/context/place-command';
import { modelName } from '../../core/providers/catalogue';
import { chooseAgentModel } from '../../core/subagents/choose-model';
import type { SessionLog } from '../../core/sessions/session-log';
import type { BackgroundShell } from '../../core/tools/tool';
import type { TurnFrame } from '../agents/tree-frame';
import type { HostPorts } from '../host-ports';
import type { ModelService } from '../model-service';
import type { RunnerParts, SessionServices } from './session-services';
import { WaitingCommands } from './waiting-commands';

/** Reasons after which queued messages are sent by themselves: the model had ended its answer. */
const FINISHED: ReadonlySet<string> = new Set(['end_turn', 'stop_sequence', 'refusal', 'max_tokens']);

export interface RunnerOptions {
  log: SessionLog;
  ports: HostPorts;
  models: ModelService;
  readConfig(): Promise<Config>;
  /** Makes what the session's turns work with; asked for once, before the first turn. */
  openServices(log: SessionLog, folder: string, running: RunnerParts): Promise<SessionServices>;
  runTurn(): Promise<RunTurn>;
  /** A turn ended and nothing follows it. */
  onSettled(): void;
}

interface RunningTurn {
  id: string;
  controller: AbortController;
  done: Promise<TurnOutcome>;
}

export interface Begin {
  folder: string;
  /** `provider/model`; undefined: the default. */
  model: string | undefined;
  mode: Mode | undefined;
}

export interface SessionChange {
  title?: string | undefined;
  archived?: boolean | undefined;
  model?: string | undefined;
  mode?: Mode | undefined;
  limits?: Limits | undefined;
}

/**
 * A session that this process writes: one turn at a time, and what waits for it. Invariants:
 * 1. While a turn begins or runs, messages are queued; nothing else starts.
 * 2. What runs between turns and a turn never overlap.
 * 3. `close` waits until the turn has written its end.
 */
export class SessionRunner {
  readonly log: SessionLog;
  readonly #options: RunnerOptions;
  #services: Promise<SessionServices> | undefined;
  #ready: SessionServices | undefined;
  #turn: RunningTurn | undefined;
  #starting = 0;
  readonly #commands = new WaitingCommands(async (ran, turn) => takeCommand((await this.services()).turnDeps, ran, turn));
  #between: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(options: RunnerOptions) {
    this.log = options.log;
    this.#options = options;
  }

  get id(): string {
    return this.log.id;
  }
  get state(): SessionState {
    return this.log.state;
  }
  get turn(): string | undefined {
    return this.#turn?.id;
  }
  /** Something goes on that must not be closed under it. */
  get busy(): boolean {
    if (this.#turn !== undefined || this.#starting > 0 || this.#ready === undefined) return this.#turn !== undefined || this.#starting > 0;
    return this.#ready.agents.busy || this.#ready.hooks.desk.busy || this.#ready.background.all().some((shell) => !shell.done);
  }

  /** Made at the first need, because reading a long history takes time that opening must not take. */
  services(folder = this.state.folder): Promise<SessionServices> {
    if (folder === '') return Promise.reject(beginningLost(this.id));
    this.#services ??= this.#options.openServices(this.log, folder, this.#runningParts()).then((services) => {
      this.#ready = services;
      return services;
    });
    return this.#services;
  }

  #runningParts(): RunnerParts {
    const { ports, models, readConfig } = this.#options;
    return {
      frame: async () => {
        const config = await readConfig();
        return this.#frameOf(ports.ids.next('turn'), await models.choose(this.state.model, config), config);
      },
      onResult: () => this.#wake(),
      onRest: this.#options.onSettled,
    };
  }

  #frameOf(turn: string, model: ModelInfo, config: Config, limits?: Limits): TurnFrame {
    const { invocation } = this.#options.ports;
    return {
      turn,
      model,
      config,
      limits: limits ?? invocation?.limits ?? this.#limits(config),
      interactive: invocation?.interactive ?? true,
    };
  }

  /** A background command that was started here, running or ended. */
  background(id: string): BackgroundShell | undefined {
    return this.#ready?.background.get(id);
  }

  /** Writes the session's first event, with the context that is pinned for all its life. */
  async begin({ folder, model: wanted, mode: asked }: Begin): Promise<void> {
    const { ports, models, readConfig } = this.#options;
    const config = await readConfig();
    const model = await models.choose(wanted, config);
    const services = await this.services(folder);
    const { pinned, mode } = await services.pin({ model, mode: asked, config });
    await this.log.append({
      type: 'session/created',
      session: this.log.id,
      folder,
      model: modelName(model),
      mode,
      pinned,
      app: ports.appVersion,
    });
  }

  /** Starts a turn, or queues the message while one begins or runs. Rejects with `no-credential` before anything is written. */
  async send(input: UserInput, limits?: Limits): Promise<{ turn?: string; queued?: string; finished: Promise<TurnOutcome | undefined> }> {
    if (input.text.trim() === '' && input.images.length === 0) throw new CodedError('bad-request', 'an empty message');
    await this.#settleEnded();
    const taken = () => this.#turn !== undefined || this.#starting > 0;
    const clean = taken() ? await this.#hideIn(input) : input;
    if (taken()) {
      const entry = this.#options.ports.ids.next('entry');
      await this.log.append({ type: 'queue/added', entry, input: clean });
      return { queued: entry, finished: Promise.resolve(undefined) };
    }
    const { id, done } = await this.#start(clean, limits);
    return { turn: id, finished: done };
  }

  /** Goes on where the last turn stopped: with its unfinished work, or with the first queued message. */
  async continue(): Promise<string> {
    await this.#settleEnded();
    if (this.#turn !== undefined) throw new CodedError('busy', 'a turn is running');
    if (this.state.turns.length === 0) throw new CodedError('bad-request', 'nothing to go on with');
    return (await this.#start(undefined)).id;
  }

  /** Adds a command that the person ran: at once, or between two rounds of the turn that runs. */
  async addCommand(ran: PersonCommand): Promise<void> {
    this.#commands.add(ran);
    await this.#settleEnded();
    if (this.#turn === undefined && this.#starting === 0) await this.#commands.place(this.#options.ports.ids.next('turn'));
  }

  /** Runs a job that a turn must not run beside, one such job after the other. Rejects with `busy` while a turn runs or begins. */
  async betweenTurns<T>(job: () => Promise<T>): Promise<T> {
    await this.#settleEnded();
    if (this.#turn !== undefined || this.#starting > 0 || this.#closed) throw new CodedError('busy', 'a turn is running');
    const done = this.#between.then(job);
    this.#between = done.catch(() => undefined);
    return done;
  }

  /** Stops the turn and every agent below it. */
  interrupt(): void {
    this.#turn?.controller.abort();
    this.#ready?.agents.stopAll();
  }

  async change(change: SessionChange): Promise<void> {
    if (change.model !== undefined) await this.#options.models.choose(change.model, await this.#options.readConfig());
    const { title, archived, model, mode, limits } = change;
    if ([title, archived, model, mode, limits].every((value) => value === undefined)) return;
    const before = this.state.model;
    const switches = model !== undefined && model !== before;
    const hooks = switches ? (await this.services()).hooks : undefined;
    const forbidden = switches ? await hooks?.switchModel(before, model) : undefined;
    if (forbidden !== undefined) throw new CodedError('denied', forbidden);
    await this.log.append({
      type: 'session/changed',
      ...(title === undefined ? {} : { title }),
      ...(archived === undefined ? {} : { archived }),
      ...(model === undefined ? {} : { model }),
      ...(mode === undefined ? {} : { mode }),
      ...(limits === undefined ? {} : { limits }),
    });
    if (switches) hooks?.modelSwitched(before, model);
  }

  /** Grants and withdrawals of the session's own rules; they hold at once. */
  async changeRules(add: readonly string[], remove: readonly string[]): Promise<void> {
    await this.log.append({ type: 'session/changed', addRules: [...add], removeRules: [...remove] });
    await this.reloadPolicy();
  }

  async changeQueued(entry: string, input: UserInput): Promise<void> {
    this.#queued(entry);
    await this.log.append({ type: 'queue/changed', entry, input: await this.#hideIn(input) });
  }

  async withdraw(entry: string): Promise<UserInput> {
    const { input } = this.#queued(entry);
    await this.log.append({ type: 'queue/removed', entry, why: 'withdrawn' });
    return input;
  }

  /** Reads rules and trust again. */
  async reloadPolicy(): Promise<void> {
    await this.#ready?.policy.reload();
  }

  /** Aborts the turn, waits for its end, stops what runs beside it, and gives up the lock. */
  async close(): Promise<void> {
    this.#closed = true;
    this.interrupt();
    await this.#turn?.done;
    await this.#between;
    const services = await this.#services?.catch(() => undefined);
    await services?.close();
    await this.log.close();
  }

  /** What waits is in the log before it is placed. */
  async #hideIn(input: UserInput): Promise<UserInput> {
    const { turnDeps } = await this.services();
    return { ...input, text: await turnDeps.hide(input.text) };
  }

  #queued(entry: string): SessionState['queue'][number] {
    const found = this.state.queue.find((queued) => queued.entry === entry);
    if (found === undefined) throw new CodedError('not-found', 'the message is no longer queued');
    return found;
  }

  /** A client may hear of a turn's end before the turn has returned: then it counts as over. */
  async #settleEnded(): Promise<void> {
    const running = this.#turn;
    if (running === undefined) return;
    const over = this.state.turns.some(({ turn, agent, state }) => turn === running.id && agent === MAIN_AGENT && state === 'done');
    if (over) await running.done;
  }

  #start(input: TurnInput | undefined, limits?: Limits): Promise<RunningTurn> {
    this.#starting += 1;
    return this.#begin(input, limits).finally(() => {
      this.#starting -= 1;
    });
  }

  async #begin(input: TurnInput | undefined, limits?: Limits, entry?: string): Promise<RunningTurn> {
    const { ports, models } = this.#options;
    await this.#between;
    const config = await this.#options.readConfig();
    const model = await models.choose(this.state.model, config);
    const provider = await models.provider(model, config);
    const services = await this.services();
    const runTurn = await this.#options.runTurn();
    const id = ports.ids.next('turn');
    await services.turnStarts(id);
    await this.#commands.place(id);
    if (this.#turn !== undefined || this.#closed) throw new CodedError('busy', 'a turn is running');
    const controller = new AbortController();
    const frame = this.#frameOf(id, model, config, limits);
    const tree = services.agents.beginTurn(frame);
    const done = runTurn(
      {
        ...services.turnDeps,
        provider,
        chooseModel: async (wanted) => {
          const chosen = await models.choose(chooseAgentModel(wanted, undefined, model), config);
          return { model: chosen, provider: await models.provider(chosen, config) };
        },
      },
      {
        turn: id,
        agent: MAIN_AGENT,
        ...(input === undefined ? {} : { input }),
        ...(entry === undefined ? {} : { entry }),
        model,
        mode: () => this.state.mode,
        config,
        limits: frame.limits,
        tree: tree.totals,
        takeQueued: async () => {
          await this.#commands.place(id);
          const result = await services.agents.readResult();
          return result === undefined ? this.state.queue[0] : { input: result };
        },
        interactive: frame.interactive,
      },
      controller.signal,
    );
    const turn: RunningTurn = { id, controller, done };
    this.#turn = turn;
    void done.then((outcome) => this.#ended(turn, outcome));
    return turn;
  }

  #ended(turn: RunningTurn, outcome: TurnOutcome): void {
    if (this.#turn === turn) this.#turn = undefined;
    this.#ready?.turnEnded();
    void this.#commands.place(turn.id).catch((error: unknown) => this.#logFailure('a command could not be added', error));
    if (this.#closed) return;
    if (!FINISHED.has(outcome.reason) || !this.#sendNext()) this.#options.onSettled();
  }

  /** An agent in the background has ended: where the model had ended its answer, it is asked to go on. */
  #wake(): void {
    if (this.#turn !== undefined || this.#starting > 0 || this.#closed) return;
    const last = this.state.turns.findLast(({ agent }) => agent === MAIN_AGENT);
    if (!FINISHED.has(last?.reason ?? '') || !this.#sendNext()) this.#options.onSettled();
  }

  /** Starts a turn with what waits: results of agents, then messages. False where nothing does. */
  #sendNext(): boolean {
    if (this.#ready?.agents.hasResult !== true && this.state.queue.length === 0) return false;
    this.#starting += 1;
    this.#beginNext()
      .catch((error: unknown) => this.#logFailure('what waited could not be sent', error))
      .finally(() => {
        this.#starting -= 1;
      });
    return true;
  }

  async #beginNext(): Promise<void> {
    const result = await this.#ready?.agents.readResult();
    const [queued] = this.state.queue;
    if (result !== undefined) await this.#begin(result);
    else if (queued !== undefined) await this.#begin(queued.input, undefined, queued.entry);
  }

  #logFailure(what: string, error: unknown): void {
    this.#options.ports.logger.log('error', what, { session: this.id, error: String(error) });
  }

  /** The session's own limits, else the configured ones. */
  #limits(config: Config): Limits {
    const { limits } = this.state;
    return JSON.stringify(limits) === JSON.stringify(DEFAULT_LIMITS) ? config.limits : limits;
  }
}
