import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ItemDelta, NewEvent, SessionEvent, UnknownEvent } from '../../../shared/model/event';
import { LOG_VERSION } from '../../../shared/model/log-version';
import { CodedError } from '../../../shared/model/failure';
import type { PartRef } from '../../../shared/model/part';
import type { SessionState } from '../../../shared/model/session';
import { applyEvents } from '../../../shared/reduce/session-reducer';
import type { Clock, Ids, Logger } from '../../core/ports';
import type { SessionLog, SessionLookup } from '../../core/sessions/session-log';
import type { AppendFile } from './append-file';
import type { BlobFolder } from './blob-folder';
import type { PackFile } from './pack-file';
import type { RecordIndex } from './record-index';
import { createLookup, readEvents } from './stored-events';
import { messageOf, systemCode } from './system-error';

/** What an open session is made of. */
export interface SessionFiles {
  log: AppendFile;
  pack: PackFile;
  blobs: BlobFolder;
  index: RecordIndex;
  state: SessionState;
}

export interface SessionLogOptions {
  clock: Clock;
  ids: Ids;
  logger: Logger;
  /** A write failed. */
  onFailure(error: CodedError): void;
  /** The session came to rest: its summary, for a log of this size, is worth keeping. */
  onRest(state: SessionState, size: number): void;
  /** Makes the names of a new session's files last. */
  syncNames(): Promise<void>;
  /** After the files are closed: gives up the lock. */
  onClosed(): Promise<void>;
}

interface PendingAppend {
  events: SessionEvent[];
  resolve(events: SessionEvent[]): void;
  reject(error: unknown): void;
}

/** Types after which the disk is asked to keep what it was given. */
const SYNC_AFTER: ReadonlySet<string> = new Set(['session/created', 'turn/ended']);

/**
 * The log of a session that this process writes. Appends made in one tick, or while a write is under way, go out in one write:
 * parts first, then events. They are published once the system has them (so a killed process loses nothing of them); the disk
 * itself is synchronised behind `session/created`, `turn/ended` and at the end.
 */
export class FileSessionLog implements SessionLog {
  readonly id: string;
  readonly readItems: SessionLookup['readItems'];
  readonly readCall: SessionLookup['readCall'];
  readonly readRecipe: SessionLookup['readRecipe'];
  private readonly files: SessionFiles;
  private readonly options: SessionLogOptions;
  private readonly listeners = new Set<(events: readonly SessionEvent[]) => void>();
  private readonly deltaListeners = new Set<(delta: ItemDelta) => void>();
  private queue: PendingAppend[] = [];
  private nextSeq: number;
  private work: Promise<void> | undefined;
  private syncing: Promise<void> = Promise.resolve();
  private failure: CodedError | undefined;
  private closing: Promise<void> | undefined;

  constructor(id: string, files: SessionFiles, options: SessionLogOptions) {
    this.id = id;
    this.files = files;
    this.options = options;
    this.nextSeq = files.state.lastSeq + 1;
    const lookup = createLookup(
      () => files.log.handle,
      () => files.index,
    );
    this.readItems = lookup.readItems;
    this.readCall = lookup.readCall;
    this.readRecipe = lookup.readRecipe;
  }

  get state(): SessionState {
    return this.files.state;
  }

  async append(...events: NewEvent[]): Promise<SessionEvent[]> {
    if (this.failure !== undefined) throw this.failure;
    if (this.closing !== undefined) throw new CodedError('read-only', `session ${this.id} is closed`);
    if (events.length === 0) return [];
    const sealed = this.seal(events);
    return new Promise((resolve, reject) => {
      this.queue.push({ events: sealed, resolve, reject });
      this.work ??= this.writeQueue();
    });
  }

  putPart(json: string): PartRef {
    return this.files.pack.put(json);
  }

  readPart(ref: PartRef): Promise<string> {
    return this.files.pack.read(ref);
  }

  delta(delta: Omit<ItemDelta, 'session'>): void {
    const whole: ItemDelta = { session: this.id, ...delta };
    for (const listener of this.deltaListeners) this.guard(() => listener(whole));
  }

  saveBlob(bytes: Uint8Array): Promise<string> {
    return this.files.blobs.save(bytes);
  }

  readBlob(name: string): Promise<Uint8Array> {
    return this.files.blobs.read(name);
  }

  blobPath(name: string): string {
    return this.files.blobs.path(name);
  }

  read(after: number): AsyncIterable<SessionEvent | UnknownEvent> {
    return readEvents(this.files.log.handle, this.files.index, after);
  }

  subscribe(listener: (events: readonly SessionEvent[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  onDelta(listener: (delta: ItemDelta) => void): () => void {
    this.deltaListeners.add(listener);
    return () => this.deltaListeners.delete(listener);
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private seal(events: readonly NewEvent[]): SessionEvent[] {
    const at = new Date(this.options.clock.now()).toISOString();
    const first = this.nextSeq;
    // Not checked against the schema: the types hold on this side, and whoever reads the log checks what it reads.
    const sealed = events.map((event, index): SessionEvent => {
      const id = event.id ?? this.options.ids.next('evt');
      return { ...{ v: LOG_VERSION, seq: first + index, id, at }, ...event, id };
    });
    if (first === 1 && sealed[0]?.type !== 'session/created') {
      throw new CodedError('bad-request', 'the first event of a session must be session/created');
    }
    this.nextSeq += sealed.length;
    return sealed;
  }

  private async writeQueue(): Promise<void> {
    while (this.queue.length > 0) {
      // Lets what else this turn of the event loop brings join the write: each write costs the same, however much is in it.
      await nextTurn();
      const batch = this.queue;
      this.queue = [];
      try {
        await this.writeBatch(batch.flatMap((pending) => pending.events));
        for (const pending of batch) pending.resolve(pending.events);
      } catch (error) {
        this.fail(error, batch);
      }
    }
    this.work = undefined;
  }

  private async writeBatch(events: readonly SessionEvent[]): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    const { log, pack, index } = this.files;
    const lines = events.map((event) => Buffer.from(`${JSON.stringify(event)}\n`, 'utf8'));
    await pack.flush();
    let at = log.size;
    await log.append(Buffer.concat(lines));
    lines.forEach((line, place) => {
      const event = events[place];
      if (event !== undefined) index.note({ event, at, size: line.length - 1 });
      at += line.length;
    });
    this.files.state = applyEvents(this.files.state, events);
    for (const listener of this.listeners) this.guard(() => listener(events));
    if (events.some((event) => SYNC_AFTER.has(event.type))) this.syncSoon(events[0]?.seq === 1);
    if (events.some((event) => event.type === 'turn/ended')) this.options.onRest(this.files.state, log.size);
  }

  private syncSoon(isNew: boolean): void {
    this.syncing = this.syncing
      .then(() => this.syncFiles())
      .then(() => (isNew ? this.options.syncNames() : undefined))
      .catch((error: unknown) => this.fail(error, []));
  }

  private async syncFiles(): Promise<void> {
    await this.files.pack.sync();
    await this.files.log.handle.datasync();
  }

  private fail(error: unknown, batch: readonly PendingAppend[]): void {
    if (this.failure === undefined) {
      const code = systemCode(error);
      this.failure = new CodedError(
        'write-failed',
        `session ${this.id} cannot be written: ${messageOf(error)}`,
        code === undefined ? {} : { cause: code },
      );
      this.options.onFailure(this.failure);
    }
    for (const pending of batch) pending.reject(this.failure);
  }

  private guard(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.options.logger.log('error', 'a listener of a session failed', { session: this.id, error: messageOf(error) });
    }
  }

  private async finish(): Promise<void> {
    await this.work;
    await this.syncing;
    try {
      if (this.failure === undefined) {
        await this.files.pack.flush();
        await this.syncFiles();
      }
    } catch (error) {
      this.fail(error, []);
    } finally {
      await this.files.pack.close();
      await this.files.log.handle.close();
      await this.options.onClosed();
    }
  }
}
