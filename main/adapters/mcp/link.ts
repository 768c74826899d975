import type { Client } from '@modelcontextprotocol/client';
import type { ServerError, ServerHandlers } from '../../core/mcp/server-connection';
import type { Clock } from '../../core/ports';
import type { FrameParser } from './frame-parser';
import type { OutputChecker } from './output-checker';
import type { ProcessParts, ServerProcess } from './server-process';

/** A client that has agreed with its server on a version, and what carries its messages. */
export interface Link {
  readonly client: Client;
  /** The process of a stdio server. */
  readonly pid?: number;
  /** Whether the server keeps a session, which it may forget. */
  hasSession(): boolean;
  /** Why it is over, once it is and nobody asked for it. */
  failure(): ServerError | undefined;
  /** Resolves when it is over, for whatever reason. */
  readonly over: Promise<void>;
  /** Resolves when every message so far has been passed to `onTrace`. Never rejects. */
  traced(): Promise<void>;
  /** Ends the process, or the session. Never rejects. */
  close(): Promise<void>;
}

/** What links of all servers share. */
export interface LinkParts {
  appVersion: string;
  clock: Clock;
  parser: FrameParser;
  outputs: OutputChecker;
  process: ProcessParts;
  /** Those that run. */
  processes: Set<ServerProcess>;
  /** Servers that are known to speak the older protocol only: they are not asked again. */
  legacy: Set<string>;
  /** Bytes of the longest message that is taken. */
  mostBytes: number;
  redact(text: string): Promise<string>;
}

export interface LinkRequest<Launch> {
  server: string;
  launch: Launch;
  handlers: ServerHandlers;
  /** Its reason, a `ServerError`, is what the attempt then fails with. */
  signal: AbortSignal;
  /** Milliseconds for the whole attempt; no more than a timer can hold. */
  timeoutMs: number;
}
