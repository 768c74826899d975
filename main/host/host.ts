import type { Channel } from '../../shared/contract/protocol';
import type { Limits } from '../../shared/model/config';
import type { SessionEvent } from '../../shared/model/event';
import type { UserInput } from '../../shared/model/item';
import type { Mode } from '../../shared/model/mode';
import type { TurnOutcome } from '../core/agent/turn';
import type { NativePort } from './native-port';

/** Who is at the other end of a channel. */
export interface ClientInfo {
  /** Named in the log as the one who answered, e.g. `window-2`. */
  name: string;
  /** The folder that its window is for; the host sets it when the client opens another. */
  folder?: string;
  native?: NativePort;
}

export interface Connection {
  readonly client: ClientInfo;
  close(): void;
}

export interface SendRequest {
  /** Absent: a new session in `folder`. */
  session?: string;
  folder?: string;
  input: UserInput;
  /** `provider/model`. */
  model?: string;
  mode?: Mode;
  limits?: Limits;
}

export interface SentMessage {
  session: string;
  /** The turn that it started, or the queue entry that it became while a turn was running. */
  turn?: string;
  queued?: string;
  /** Resolves when the turn has ended; already resolved for a queued message. */
  finished: Promise<TurnOutcome | undefined>;
}

/** Sessions as the shells use them: connections reach the same through the contract, `run` directly. */
export interface SessionsService {
  /** Rejects with a `CodedError`: `not-found`, `conflict` (another process writes it), `read-only`, `no-credential`, `bad-request`. */
  send(request: SendRequest): Promise<SentMessage>;
  interrupt(session: string): void;
  /** A copy of the session up to its newest event. */
  fork(session: string): Promise<string>;
  /** Each durable event of a session that this process writes, as it is appended. Returns the unsubscribe. */
  onEvents(listener: (session: string, events: readonly SessionEvent[]) => void): () => void;
}

export interface Host {
  readonly sessions: SessionsService;
  connect(channel: Channel, client: ClientInfo): Connection;
  /** Called when the settings changed. Returns the unsubscribe. */
  onConfigChanged(listener: () => void): () => void;
  /** Aborts turns, waits until they have settled, stops shells, closes logs, releases locks. Resolves within some seconds. */
  close(): Promise<void>;
}
