import type { ItemDelta, NewEvent, SessionEvent, UnknownEvent } from '../../../shared/model/event';
import type { Item } from '../../../shared/model/item';
import type { PartRef } from '../../../shared/model/part';
import type { SessionState } from '../../../shared/model/session';

/** The stored events of one model call. `ended` is missing while it runs. */
export interface StoredCall {
  started: Extract<SessionEvent, { type: 'call/started' }>;
  ended?: Extract<SessionEvent, { type: 'call/ended' }>;
}

export type StoredRecipe = Pick<StoredCall['started'], 'call' | 'recipe'>;

/** Finds single events by what they are about, without reading the log. */
export interface SessionLookup {
  /** The newest stored form of each item that exists, in the order asked. */
  readItems(ids: readonly string[]): Promise<Item[]>;
  readCall(call: string): Promise<StoredCall | undefined>;
  /**
   * What it adds to the request that it builds on. The record went through the schema when it was first read, or came from this process:
   * a request builds on hundreds of them, so they are not checked through and through again.
   */
  readRecipe(call: string): Promise<StoredRecipe | undefined>;
}

/**
 * The append-only log of one session, open for writing. It holds invariants 1 (write, then publish), 2 (parts before events) and 7
 * (failure is loud): after a failed write every append rejects with `write-failed`; after `close`, with `read-only`.
 */
export interface SessionLog extends SessionLookup {
  readonly id: string;
  /** Reduced state after the newest event. */
  readonly state: SessionState;
  /** Appends in one write; resolves with the events as stored once they are written. Order of calls is order in the log. */
  append(...events: NewEvent[]): Promise<SessionEvent[]>;
  /** Stages a JSON text as a part (written with the next append). Equal texts give the same reference. */
  putPart(json: string): PartRef;
  /** JSON text of a part; rejects with `not-found` when it is damaged (its hash does not fit). */
  readPart(ref: PartRef): Promise<string>;
  /** Decoration for the clients: not stored. */
  delta(delta: Omit<ItemDelta, 'session'>): void;
  /** Bytes beside the log (copies for undo, spilled outputs); the name goes into events. */
  saveBlob(bytes: Uint8Array): Promise<string>;
  readBlob(name: string): Promise<Uint8Array>;
  /** Path of a new blob that something else (the shell) will write. */
  blobPath(name: string): string;
  /** Stored events with a greater sequence number, in order. */
  read(after: number): AsyncIterable<SessionEvent | UnknownEvent>;
  /** Called after each append. Returns the unsubscribe. */
  subscribe(listener: (events: readonly SessionEvent[]) => void): () => void;
  onDelta(listener: (delta: ItemDelta) => void): () => void;
  /** Writes what is pending and gives up the writer's lock. */
  close(): Promise<void>;
}
