import { CodedError } from '../../../shared/model/failure';
import type { SessionReader, SessionStore } from '../../core/sessions/session-store';
import { KeyedQueue } from '../../core/kernel/keyed-queue';
import type { SessionFeed } from './session-feed';
import type { SessionRunner } from './session-runner';
import type { SessionSource } from './session-source';

/** Sessions that nobody watches stay open for reading up to this number, the latest used ones. */
const MAX_RESTING = 4;

interface Entry {
  readonly id: string;
  readonly feed: SessionFeed;
  reader: SessionReader | undefined;
  runner: SessionRunner | undefined;
  /** How many are at work with it right now. */
  holds: number;
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
  /** The process that writes a session that is open here has changed; undefined: none, or this one. */
  onOwner(id: string, owner: string | undefined): void;
  startRunner(log: Awaited<ReturnType<SessionStore['openForWriting']>>): Promise<SessionRunner>;
}

/**
 * The sessions that are open here, each once, however many clients look at it. Invariants:
 * 1. A session is read without its writer's lock; the lock is taken with the first thing that writes. The one exception: what a
 *    process that died left running is brought to its end as soon as somebody opens it.
 * 2. A feed lives as long as its session is open: going from reading to writing changes its source, not its clients.
 * 3. A session that nobody watches and nothing runs in gives up its lock at once, and what is open for reading its memory,
 *    oldest first.
 */
export class SessionRegistry {
  readonly #options: SessionRegistryOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #queue = new KeyedQueue();

  constructor(options: SessionRegistryOptions) {
    this.#options = options;
  }

  /** Works with a session open for reading, which stays open meanwhile. Rejects with `not-found`. */
  async read<T>(id: string, use: (session: OpenSession) => Promise<T>): Promise<T> {
    const entry = await this.#queue.run(id, async () => hold(await this.#opened(id)));
    return this.#using(entry, () => use(this.#view(entry)));
  }

  /**
   * Works with a session that this process writes. Rejects with `conflict` and the owner while another process writes it,
   * `read-only` when its log is newer.
   */
  async write<T>(id: string, use: (runner: SessionRunner) => Promise<T>): Promise<T> {
    const entry = await this.#queue.run(id, async () => {
      const known = this.#entries.get(id) ?? this.#add(id);
      if (known.runner !== undefined) return hold(this.#touch(known));
      try {
        await this.#adopt(known, await this.#options.store.openForWriting(id));
      } catch (error) {
        if (known.reader === undefined) this.#entries.delete(id);
        throw error;
      }
      return hold(known);
    });
    return this.#using(entry, () => use(writerOf(entry)));
  }

  /** Makes a session; `use` appends its first event. When that fails, the session is closed again. */
  async create<T>(folder: string, use: (runner: SessionRunner) => Promise<T>): Promise<T> {
    const log = await this.#options.store.create(folder);
    const entry = await this.#queue.run(log.id, async () => {
      const added = this.#add(log.id);
      await this.#adopt(added, log);
      return hold(added);
    });
    return this.#using(entry, () => use(writerOf(entry)));
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
    this.rest();
  }

  /** A client looks away from a session: its lock is given up when nothing runs in it. */
  async release(id: string, client: symbol): Promise<void> {
    const entry = this.#entries.get(id);
    entry?.feed.unsubscribe(client);
    if (entry !== undefined && isResting(entry)) await this.#queue.run(id, () => (isResting(entry) ? this.#close(id) : Promise.resolve()));
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((id) => this.#queue.run(id, () => this.#close(id))));
    await this.#queue.idle();
  }

  async #using<T>(entry: Entry, use: () => Promise<T>): Promise<T> {
    try {
      return await use();
    } finally {
      entry.holds -= 1;
      this.rest();
    }
  }

  async #opened(id: string): Promise<Entry> {
    const known = this.#entries.get(id);
    if (known !== undefined && (known.runner ?? known.reader) !== undefined) return this.#touch(known);
    const reader = await this.#options.store.openForReading(id);
    const entry = known ?? this.#add(id);
    entry.reader = reader;
    const stopEvents = reader.subscribe((events) => entry.feed.publish(events));
    const stopOwner = reader.onOwner(() => void this.#queue.run(id, () => this.#ownerChanged(entry)));
    entry.unfollow = () => {
      stopEvents();
      stopOwner();
    };
    await this.#settleOrphan(entry);
    return entry;
  }

  async #ownerChanged(entry: Entry): Promise<void> {
    await this.#settleOrphan(entry);
    this.#options.onOwner(entry.id, this.#view(entry).readOnly?.owner);
  }

  /** Where it cannot be written (a full disk, another process was faster), it is shown as it was left. */
  async #settleOrphan(entry: Entry): Promise<void> {
    if (entry.reader === undefined || !isOrphaned(entry.reader)) return;
    const log = await this.#options.store.openForWriting(entry.id).catch(() => undefined);
    if (log !== undefined) await this.#adopt(entry, log);
  }

  async #adopt(entry: Entry, log: Awaited<ReturnType<SessionStore['openForWriting']>>): Promise<void> {
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
  }

  #add(id: string): Entry {
    const entry: Entry = {
      id,
      feed: this.#options.createFeed(id, () => sourceOf(entry)),
      reader: undefined,
      runner: undefined,
      holds: 0,
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

  /** Gives up what is no longer needed. Called whenever somebody looks away, and when a turn ends. */
  rest(): void {
    const resting = [...this.#entries.values()].filter(isResting);
    const readers = resting.filter(({ runner }) => runner === undefined);
    const surplus = readers.slice(0, Math.max(0, readers.length - MAX_RESTING));
    for (const { id } of [...resting.filter(({ runner }) => runner !== undefined), ...surplus]) {
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

function isOrphaned({ state, owner, newer }: SessionReader): boolean {
  return state.status !== 'idle' && owner === undefined && !newer;
}

function isResting({ feed, runner, reader, holds }: Entry): boolean {
  return holds === 0 && !feed.watched && (runner !== undefined || reader !== undefined) && !(runner?.busy ?? false);
}

function hold(entry: Entry): Entry {
  entry.holds += 1;
  return entry;
}

function writerOf({ id, runner }: Entry): SessionRunner {
  if (runner === undefined) throw new CodedError('aborted', `session ${id} was closed meanwhile`);
  return runner;
}
