import type { SessionEvent, UnknownEvent } from '../../../shared/model/event';
import type { SessionState, SessionSummary } from '../../../shared/model/session';
import type { SessionLog, SessionLookup } from './session-log';

/** A session open for reading only: another process writes it, or it is old. Follows the writer live. */
export interface SessionReader extends SessionLookup {
  readonly id: string;
  readonly state: SessionState;
  /** Who writes it, when somebody else does. */
  readonly owner: string | undefined;
  /** True when the log is newer than this version: then nobody here may write it. */
  readonly newer: boolean;
  readPart: SessionLog['readPart'];
  readBlob: SessionLog['readBlob'];
  read: SessionLog['read'];
  subscribe(listener: (events: readonly (SessionEvent | UnknownEvent)[]) => void): () => void;
  /** Told when somebody begins to write, lets go, or is found dead. */
  onOwner(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface SessionListing {
  folder?: string;
  archived: boolean;
  query: string;
  offset: number;
  limit: number;
}

/** All sessions of a home. `VITRINE_HOME/projects/<slug>/sessions/<id>/{log.jsonl, parts/pack.jsonl, blobs/}`. */
export interface SessionStore {
  /** Makes the folder and takes the writer's lock; the first append must be `session/created`. */
  create(folder: string): Promise<SessionLog>;
  /** Rejects with `conflict` and the owner when another process writes it, `read-only` when the log is newer. */
  openForWriting(id: string): Promise<SessionLog>;
  openForReading(id: string): Promise<SessionReader>;
  list(listing: SessionListing): Promise<{ sessions: SessionSummary[]; total: number }>;
  /** The newest session of a folder, for `--continue` and `last`. */
  newest(folder?: string): Promise<string | undefined>;
  /** A new session with the history up to and including `seq`. */
  fork(id: string, seq: number): Promise<string>;
  /** Over decoded texts, newest first; stops at `limit` or when `signal` aborts. */
  search(query: string, folder: string | undefined, limit: number, signal: AbortSignal): Promise<{ hits: SearchHit[]; partial: boolean }>;
  /** A failing write, at once. */
  onAlarm(listener: (alarm: { code: string; message: string; session?: string }) => void): () => void;
}

export interface SearchHit {
  session: string;
  title: string;
  item: string;
  at: string;
  before: string;
  match: string;
  after: string;
}
