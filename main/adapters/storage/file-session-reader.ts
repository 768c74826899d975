import { type FSWatcher, watch } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { SessionEvent, UnknownEvent } from '../../../shared/model/event';
import { LOG_VERSION } from '../../../shared/model/log-version';
import type { PartRef } from '../../../shared/model/part';
import type { SessionState } from '../../../shared/model/session';
import { applyEvents, emptySession } from '../../../shared/reduce/session-reducer';
import type { Logger } from '../../core/ports';
import { RecordStream, type StoredRecord } from '../../core/sessions/record-stream';
import type { SessionLookup } from '../../core/sessions/session-log';
import type { SessionReader } from '../../core/sessions/session-store';
import { BlobFolder } from './blob-folder';
import { readCheckpoint, writeCheckpoint } from './checkpoint';
import { isWorthKeeping } from './is-worth-keeping';
import { openPack, readPartFrom } from './pack-file';
import { RecordIndex } from './record-index';
import type { SessionPaths } from './session-paths';
import { createLookup, readEvents } from './stored-events';
import { readRange } from './append-file';
import { messageOf } from './system-error';
import { liveOwner } from './writer-lock';

type Events = ReadonlyArray<SessionEvent | UnknownEvent>;

const CHUNK = 256 * 1024;
/** Folding a batch costs a walk over the whole state: few large ones, none of which holds the thread for long. */
const BATCH = 1000;
/** While somebody writes: where the system cannot watch the folder, and where it can, because a writer that dies touches no file. */
const POLL_MS = 500;
const ALIVE_MS = 2000;

interface ReaderOptions {
  logger: Logger;
  appVersion: string;
}

/** Reads a session and follows whoever writes it. A line is an event only once its end is there. */
export class FileSessionReader implements SessionReader {
  readonly id: string;
  readonly readItems: SessionLookup['readItems'];
  readonly readCall: SessionLookup['readCall'];
  readonly readRecipe: SessionLookup['readRecipe'];
  state: SessionState;
  owner: string | undefined;
  newer = false;
  private readonly paths: SessionPaths;
  private readonly options: ReaderOptions;
  private readonly blobs: BlobFolder;
  private readonly listeners = new Set<(events: Events) => void>();
  private readonly ownerListeners = new Set<() => void>();
  private handle: FileHandle;
  private pack: Promise<FileHandle | undefined> | undefined;
  private index = new RecordIndex();
  private stream = new RecordStream();
  private offset = 0;
  private watcher: FSWatcher | undefined;
  private poll: NodeJS.Timeout | undefined;
  private reading: Promise<void> | undefined;
  private again = false;
  private closed = false;
  private damaged = false;
  private keeping: Promise<void> | undefined;

  private constructor(id: string, paths: SessionPaths, handle: FileHandle, options: ReaderOptions) {
    this.id = id;
    this.options = options;
    this.paths = paths;
    this.handle = handle;
    this.blobs = new BlobFolder(paths.blobs);
    this.state = emptySession(id);
    const lookup = createLookup(
      () => this.handle,
      () => this.index,
    );
    this.readItems = lookup.readItems;
    this.readCall = lookup.readCall;
    this.readRecipe = lookup.readRecipe;
  }

  static async open(id: string, paths: SessionPaths, options: ReaderOptions): Promise<FileSessionReader> {
    const reader = new FileSessionReader(id, paths, await open(paths.log, 'r'), options);
    reader.follow();
    try {
      const kept = await reader.resume();
      await reader.refresh();
      if (!reader.damaged && !reader.newer && isWorthKeeping(reader.offset, kept)) reader.keeping = reader.keep();
    } catch (error) {
      await reader.close();
      throw error;
    }
    return reader;
  }

  async readPart(ref: PartRef): Promise<string> {
    this.pack ??= openPack(this.paths);
    return readPartFrom(await this.pack, ref);
  }

  readBlob(name: string): Promise<Uint8Array> {
    return this.blobs.read(name);
  }

  read(after: number): AsyncIterable<SessionEvent | UnknownEvent> {
    return readEvents(this.handle, this.index, after);
  }

  subscribe(listener: (events: Events) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  onOwner(listener: () => void): () => void {
    this.ownerListeners.add(listener);
    return () => this.ownerListeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.watcher?.close();
    clearTimeout(this.poll);
    this.listeners.clear();
    this.ownerListeners.clear();
    await this.reading?.catch(() => undefined);
    await this.keeping;
    await this.handle.close();
    await (await this.pack?.catch(() => undefined))?.close();
  }

  /** Begins where the checkpoint ends, and says where that is. */
  private async resume(): Promise<number> {
    const checkpoint = await readCheckpoint(this.paths.checkpoint, this.handle, this.options.appVersion);
    if (checkpoint === undefined) return 0;
    const { size, state, index } = checkpoint;
    this.state = state;
    this.index = index;
    this.offset = size;
    this.stream = new RecordStream(size, state.lastSeq);
    return size;
  }

  /** Spares the next opening what this one read. Where nothing can be written it goes without. */
  private async keep(): Promise<void> {
    const { paths, handle, offset, state, index } = this;
    try {
      await writeCheckpoint(paths.checkpoint, handle, this.options.appVersion, { size: offset, state, index });
    } catch (error) {
      this.options.logger.log('info', 'a checkpoint could not be written', { session: this.id, error: messageOf(error) });
    }
  }

  private follow(): void {
    try {
      this.watcher = watch(this.paths.folder, { persistent: false }, () => this.look());
      this.watcher.on('error', () => {
        this.watcher?.close();
        this.watcher = undefined;
        this.look();
      });
    } catch {
      this.watcher = undefined;
    }
  }

  private look(): void {
    if (this.closed) return;
    this.refresh().catch((error: unknown) => {
      this.options.logger.log('warn', 'a session could not be followed', { session: this.id, error: messageOf(error) });
    });
  }

  /** Reads what is new. Calls while it runs make it look once more. */
  private refresh(): Promise<void> {
    this.again = true;
    this.reading ??= this.readNew().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async readNew(): Promise<void> {
    const before = this.owner;
    while (this.again && !this.closed) {
      this.again = false;
      // The owner first: who let go of the lock has written everything before.
      this.owner = (await liveOwner(this.paths.lock))?.label;
      await this.reopenIfReplaced();
      await this.readTail();
    }
    if (this.closed) return;
    if (this.owner !== undefined) this.pollSoon();
    if (this.owner !== before) for (const listener of this.ownerListeners) listener();
  }

  private pollSoon(): void {
    clearTimeout(this.poll);
    this.poll = setTimeout(() => this.look(), this.watcher === undefined ? POLL_MS : ALIVE_MS);
    this.poll.unref();
  }

  /** A repair puts a new file in the log's place: then everything is read again, and only what is new is told. */
  private async reopenIfReplaced(): Promise<void> {
    const current = await open(this.paths.log, 'r').catch(() => undefined);
    if (current === undefined) return;
    const [mine, theirs] = await Promise.all([this.handle.stat(), current.stat()]);
    if (mine.ino === theirs.ino && theirs.size >= this.offset) {
      await current.close();
      return;
    }
    await this.handle.close();
    this.handle = current;
    this.index = new RecordIndex();
    this.stream = new RecordStream();
    this.offset = 0;
  }

  private async readTail(): Promise<void> {
    let batch: StoredRecord[] = [];
    for (;;) {
      const chunk = await readRange(this.handle, this.offset, CHUNK);
      if (chunk.length === 0) break;
      this.offset += chunk.length;
      const { records, damages } = this.stream.push(chunk);
      if (damages.length > 0) this.damaged = true;
      batch.push(...records);
      if (batch.length < BATCH) continue;
      this.take(batch);
      batch = [];
    }
    this.take([...batch, ...this.stream.flush()]);
    // What has no end yet is read again: the writer may have taken it back.
    this.offset = this.stream.dropRest();
  }

  private take(records: readonly StoredRecord[]): void {
    for (const record of records) {
      this.index.note(record);
      if (record.event.v > LOG_VERSION) this.newer = true;
    }
    const fresh = records.map(({ event }) => event).filter((event) => event.seq > this.state.lastSeq);
    if (fresh.length === 0) return;
    this.state = applyEvents(this.state, fresh);
    for (const listener of this.listeners) {
      try {
        listener(fresh);
      } catch (error) {
        this.options.logger.log('error', 'a listener of a session failed', { session: this.id, error: messageOf(error) });
      }
    }
  }
}
