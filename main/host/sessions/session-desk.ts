import type { Limits } from '../../../shared/model/config';
import type { SessionEvent } from '../../../shared/model/event';
import { CodedError } from '../../../shared/model/failure';
import type { UserInput } from '../../../shared/model/item';
import { summariseSession } from '../../core/sessions/summarise-session';
import type { EventFeed } from '../event-feed';
import type { SendRequest, SentMessage, SessionsService } from '../host';
import type { HostPorts } from '../host-ports';
import type { SessionRegistry } from './session-registry';
import type { SessionRunner } from './session-runner';
import { WaitingRequests } from './waiting-requests';

/** Events after which a session's line in the list reads differently. */
const LISTED: ReadonlySet<string> = new Set([
  'session/created',
  'session/changed',
  'turn/started',
  'turn/ended',
  'permission/requested',
  'permission/resolved',
  'question/asked',
  'question/answered',
  'plan/proposed',
  'plan/answered',
  'recovered',
]);
const ASKED: ReadonlySet<string> = new Set([
  'permission/requested',
  'permission/resolved',
  'question/asked',
  'question/answered',
  'plan/proposed',
  'plan/answered',
  'turn/ended',
]);

/** Sessions as the shells use them, and what all clients hear of all sessions. */
export class SessionDesk implements SessionsService {
  readonly #registry: SessionRegistry;
  readonly #ports: HostPorts;
  readonly #feed: EventFeed;
  readonly #waiting: WaitingRequests;
  readonly #listeners = new Set<(session: string, events: readonly SessionEvent[]) => void>();

  readonly #checkModel: (model: string | undefined) => Promise<void>;

  constructor(options: {
    registry: SessionRegistry;
    ports: HostPorts;
    feed: EventFeed;
    checkModel(model: string | undefined): Promise<void>;
  }) {
    this.#checkModel = options.checkModel;
    this.#registry = options.registry;
    this.#ports = options.ports;
    this.#feed = options.feed;
    this.#waiting = new WaitingRequests(options.registry, options.feed);
  }

  async send({ session, folder, input, model, mode, limits }: SendRequest): Promise<SentMessage> {
    if (session === undefined) return this.#create(folder, model, mode, (runner) => sendTo(runner, input, limits));
    return this.#registry.write(session, async (runner) => {
      await runner.change({ model: model === runner.state.model ? undefined : model, mode: mode === runner.state.mode ? undefined : mode });
      return sendTo(runner, input, limits);
    });
  }

  /** A new session without a message. Rejects as `send` does. */
  create({ folder, model, mode }: Pick<SendRequest, 'folder' | 'model' | 'mode'>): Promise<string> {
    return this.#create(folder, model, mode, async (runner) => runner.id);
  }

  interrupt(session: string): void {
    this.#registry.peek(session)?.runner?.interrupt();
  }

  async fork(session: string, afterTurn?: string): Promise<string> {
    const seq = await this.#registry.read(session, ({ source }) => endOfTurn(source, afterTurn));
    const forked = await this.#ports.store.fork(session, seq);
    // Its events were copied, not appended here: nobody else tells the lists of it.
    await this.#registry.read(forked, async ({ source }) =>
      this.#feed.broadcast('sessions/changed', { summary: summariseSession(source.state) }),
    );
    return forked;
  }

  onEvents(listener: (session: string, events: readonly SessionEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Follows a session from the moment on in which this process writes it. */
  follow(runner: SessionRunner): void {
    let { title } = runner.state;
    runner.log.subscribe((events) => {
      for (const listener of this.#listeners) listener(runner.id, events);
      // The first message names a session, which is no event of its own.
      const isNamed = runner.state.title !== title;
      ({ title } = runner.state);
      if ((isNamed || events.some(({ type }) => LISTED.has(type))) && runner.state.createdAt !== '')
        this.#feed.broadcast('sessions/changed', { summary: summariseSession(runner.state) });
      if (events.some(({ type }) => ASKED.has(type))) this.#waiting.publish();
    });
  }

  waiting(): ReturnType<WaitingRequests['list']> {
    return this.#waiting.list();
  }

  async #create<T>(
    folder: string | undefined,
    model: string | undefined,
    mode: SendRequest['mode'],
    use: (runner: SessionRunner) => Promise<T>,
  ): Promise<T> {
    if (folder === undefined) throw new CodedError('bad-request', 'a new session needs a folder');
    const resolved = await this.#ports.files.realpath(folder);
    const stat = await this.#ports.files.stat(resolved);
    if (stat?.kind !== 'directory') throw new CodedError('not-found', `no folder ${folder}`);
    // Before anything is on the disk: without a key there is no session.
    await this.#checkModel(model);
    return this.#registry.create(resolved, async (runner) => {
      await runner.begin({ folder: resolved, model, mode });
      return use(runner);
    });
  }
}

async function sendTo(runner: SessionRunner, input: UserInput, limits: Limits | undefined): Promise<SentMessage> {
  return { session: runner.id, ...(await runner.send(input, limits)) };
}

/** Sequence number of the end of a turn; without one, of the newest turn that has ended. */
async function endOfTurn(
  source: {
    state: { lastSeq: number; turns: ReadonlyArray<{ turn: string; state: string }> };
    read(after: number): AsyncIterable<{ type: string; seq: number }>;
  },
  turn: string | undefined,
): Promise<number> {
  if (turn === undefined && source.state.turns.every(({ state }) => state === 'done')) return source.state.lastSeq;
  let end: number | undefined;
  for await (const event of source.read(0)) {
    if (event.type === 'turn/ended' && (turn === undefined || ('turn' in event && event.turn === turn))) end = event.seq;
  }
  if (end === undefined) throw new CodedError('not-found', 'that turn has not ended');
  return end;
}
