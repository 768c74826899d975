import { CodedError } from '../../../shared/model/failure';
import type { SessionReader, SessionStore } from '../../core/sessions/session-store';
import { KeyedQueue } from '../keyed-queue';
import type { SessionFeed } from './session-feed';
import type { SessionRunner } from './session-runner';
import type { SessionSource } from './session-source';

/** Sessions that nobody watches and that do nothing stay open up to this number, the latest used ones. */
const MAX_RESTING = 4;

interface Entry {
  readonly id: string;
  readonly feed: SessionFeed;
  reader: SessionReader | undefined;
  runner: SessionRunner | undefined;
  /** Ends the feed's subscription to its source. */
  unfollow: () => void;
}

/** A session as this process has it open. `runner` is there while this process writes it. */
export interface OpenSession {
  readonly id: string;
  readonly source: SessionSource;
  readonly feed: SessionFeed;
  readonly runner: SessionRunner | undefined;
  /** The other process that writes it; `newer` logs are written by nobody here. */
  readonly readOnly: { owner: string } | undefined;
}

export interface SessionRegistryOptions {
  store: SessionStore;
  createFeed(id: string, source: () => SessionSource): SessionFeed;
  startRunner(log: Awaited<ReturnType<SessionStore['openForWriting']>>): Promise<SessionRunner>;
}

/**
 * The sessions that are open here, each once, however many clients look at it. Invariants:
 * 1. A session is read without its writer's lock; the lock is taken with the first thing that writes.
 * 2. A feed lives as long as its session is open: going from reading to writing changes its source, not its clients.
 * 3. What nobody watches and nothing runs in is given up, oldest first, and its lock with it.
 */
export class SessionRegistry {
  readonly #options: SessionRegistryOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #queue = new KeyedQueue();

  constructor(options: SessionRegistryOptions) {
    this.#options = options;
  }

  /** Rejects with `not-found`. */
  forReading(id: string): Promise<OpenSession> {
    return this.#queue.run(id, async () => this.#view(await this.#opened(id)));
  }

  /** Rejects with `conflict` and the owner while another process writes the session, `read-only` when its log is newer. */
  forWriting(id: string): Promise<SessionRunner> {
    return this.#queue.run(id, async () => {
      const entry = this.#entries.get(id) ?? this.#add(id);
      if (entry.runner !== undefined) return this.#touch(entry).runner ?? unreachable();
      try {
        const log = await this.#options.store.openForWriting(id);
        return await this.#adopt(entry, log);
      } catch (error) {
        if (entry.reader === undefined) this.#entries.delete(id);
        throw error;
      }
    });
  }

  /** Makes the session; `begin` appends its first event before anybody sees it. */
  async create(folder: string, begin: (runner: SessionRunner) => Promise<void>): Promise<SessionRunner> {
    const log = await this.#options.store.create(folder);
    return this.#queue.run(log.id, async () => {
      const runner = await this.#adopt(this.#add(log.id), log);
      try {
        await begin(runner);
      } catch (error) {
        await this.#close(log.id);
        throw error;
      }
      return runner;
    });
  }

  /** The open session, without opening it. */
  peek(id: string): OpenSession | undefined {
    const entry = this.#entries.get(id);
    return entry === undefined || (entry.runner ?? entry.reader) === undefined ? undefined : this.#view(entry);
  }

  runners(): SessionRunner[] {
    return [...this.#entries.values()].flatMap(({ runner }) => runner ?? []);
  }

  unsubscribeEverywhere(client: symbol): void {
    for (const { feed } of this.#entries.values()) feed.unsubscribe(client);
    this.#rest();
  }

  /** A client looks away from a session: its lock is given up when nothing runs in it. */
  async release(id: string, client: symbol): Promise<void> {
    const entry = this.#entries.get(id);
    entry?.feed.unsubscribe(client);
    if (entry !== undefined && isResting(entry)) await this.#queue.run(id, () => (isResting(entry) ? this.#close(id) : Promise.resolve()));
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((id) => this.#queue.run(id, () => this.#close(id))));
  }

  async #opened(id: string): Promise<Entry> {
    const known = this.#entries.get(id);
    if (known !== undefined && (known.runner ?? known.reader) !== undefined) return this.#touch(known);
    const reader = await this.#options.store.openForReading(id);
    const entry = known ?? this.#add(id);
    entry.reader = reader;
    entry.unfollow = reader.subscribe((events) => entry.feed.publish(events));
    this.#rest();
    return entry;
  }

  async #adopt(entry: Entry, log: Awaited<ReturnType<SessionStore['openForWriting']>>): Promise<SessionRunner> {
    const { reader } = entry;
    const seen = reader?.state.lastSeq;
    const stopDeltas = log.onDelta((delta) => entry.feed.delta(delta));
    // Whatever was written between the reader's last look and this moment goes out before anything new.
    if (seen !== undefined) for await (const event of log.read(seen)) entry.feed.publish([event]);
    const stopEvents = log.subscribe((events) => entry.feed.publish(events));
    entry.unfollow();
    entry.unfollow = () => {
      stopDeltas();
      stopEvents();
    };
    entry.reader = undefined;
    try {
      entry.runner = await this.#options.startRunner(log);
    } catch (error) {
      entry.unfollow();
      await log.close();
      throw error;
    } finally {
      await reader?.close();
    }
    this.#rest();
    return entry.runner;
  }

  #add(id: string): Entry {
    const entry: Entry = {
      id,
      feed: this.#options.createFeed(id, () => sourceOf(entry)),
      reader: undefined,
      runner: undefined,
      unfollow: () => undefined,
    };
    this.#entries.set(id, entry);
    return entry;
  }

  #touch(entry: Entry): Entry {
    this.#entries.delete(entry.id);
    this.#entries.set(entry.id, entry);
    return entry;
  }

  #view(entry: Entry): OpenSession {
    const owner = entry.reader?.owner ?? (entry.reader?.newer ? 'a newer version' : undefined);
    return {
      id: entry.id,
      source: sourceOf(entry),
      feed: entry.feed,
      runner: entry.runner,
      readOnly: owner === undefined ? undefined : { owner },
    };
  }

  #rest(): void {
    const resting = [...this.#entries.values()].filter(isResting);
    for (const { id } of resting.slice(0, Math.max(0, resting.length - MAX_RESTING))) {
      void this.#queue.run(id, async () => {
        const entry = this.#entries.get(id);
        if (entry !== undefined && isResting(entry)) await this.#close(id);
      });
    }
  }

  async #close(id: string): Promise<void> {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    await entry.feed.settled();
    entry.unfollow();
    await entry.runner?.close();
    await entry.reader?.close();
  }
}

function sourceOf({ id, runner, reader }: Entry): SessionSource {
  const source = runner?.log ?? reader;
  if (source === undefined) throw new CodedError('not-found', `session ${id} is not open`);
  return source;
}

function isResting({ feed, runner, reader }: Entry): boolean {
  return !feed.watched && (runner !== undefined || reader !== undefined) && !(runner?.busy ?? false);
}

function unreachable(): never {
  throw new Error('a session lost its writer while it was opened');
}
