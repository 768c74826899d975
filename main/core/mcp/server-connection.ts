import type { LogLevel } from '../../../shared/model/mcp';
import type { CommandSandbox } from '../ports';

/** How one server is started or reached. Everything is expanded: no `${VAR}` is left in it. */
export type ServerLaunch =
  | {
      type: 'stdio';
      command: string;
      args: readonly string[];
      /** The whole environment of the process beside the minimal one that every server gets. */
      env: Readonly<Record<string, string>>;
      cwd: string;
      /** How the process is isolated; absent: not at all. */
      sandbox?: CommandSandbox;
      /** What of it is never shown: values of the person's variables, headers, and what is a secret by its name. */
      secrets: readonly string[];
    }
  | { type: 'http' | 'sse'; url: string; headers: Readonly<Record<string, string>>; oauth?: OAuthSettings; secrets: readonly string[] };

export interface OAuthSettings {
  /** With it the client counts as registered beforehand. */
  clientId?: string;
  clientSecret?: string;
  callbackPort?: number;
  authServerMetadataUrl?: string;
  scopes?: readonly string[];
}

/** `legacy` is up to 2025-11-25 (`initialize`), `modern` from 2026-07-28 on. */
export type ServerEra = 'legacy' | 'modern';

export interface ServerInfo {
  name: string;
  version: string;
  title?: string;
  /** As `pickIcon` lets it through. */
  icon?: string;
  era: ServerEra;
  protocolVersion: string;
  /** As the server declared them. */
  capabilities: Readonly<Record<string, unknown>>;
  /** Text of the server, untrusted. */
  instructions?: string;
}

/** What a server says of one of its tools; everything in it is untrusted. Schemas are JSON Schema 2020-12. */
export interface ServerTool {
  name: string;
  title?: string;
  icon?: string;
  description?: string;
  inputSchema: Readonly<Record<string, unknown>>;
  outputSchema?: Readonly<Record<string, unknown>>;
  /** Hints, never grants. */
  annotations?: Readonly<Record<string, unknown>>;
  meta?: Readonly<Record<string, unknown>>;
}

export interface ServerResource {
  uri: string;
  name: string;
  title?: string;
  icon?: string;
  description?: string;
  mimeType?: string;
  /** Bytes. */
  size?: number;
}

export interface ServerResourceTemplate {
  uriTemplate: string;
  name: string;
  title?: string;
  icon?: string;
  description?: string;
  mimeType?: string;
}

export interface ServerPrompt {
  name: string;
  title?: string;
  icon?: string;
  description?: string;
  arguments: ReadonlyArray<{ name: string; description?: string; required: boolean }>;
}

/** One part of a result, as the protocol has them; `data` is base64. */
export type ServerContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; uri: string; mimeType?: string; text?: string; blob?: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string; description?: string };

export interface ServerToolResult {
  content: readonly ServerContent[];
  structured?: unknown;
  /** The tool says that it failed; the text says how. */
  isError: boolean;
}

export interface ServerPromptMessage {
  role: 'user' | 'assistant';
  content: ServerContent;
}

export type ServerErrorKind =
  /** The program is not there, or may not be run. */
  | 'cannot-start'
  | 'cannot-reach'
  /** Nothing came within the time. */
  | 'timed-out'
  | 'aborted'
  /** It ended, or ended the connection. */
  | 'closed'
  /** Something other than the protocol came, or too much of it. */
  | 'malformed'
  /** It answered with an error of the protocol. */
  | 'refused'
  /** The person has to sign in. */
  | 'needs-auth';

/** The only error that a connection and a connector reject with. `detail` is bounded and holds no secret. */
export class ServerError extends Error {
  readonly kind: ServerErrorKind;
  /** JSON-RPC or HTTP code, where there is one. */
  readonly code?: number;
  constructor(kind: ServerErrorKind, detail: string, code?: number) {
    super(detail);
    this.name = 'ServerError';
    this.kind = kind;
    if (code !== undefined) this.code = code;
  }
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds; longer ones than a timer can hold are clamped. */
  timeoutMs: number;
  onProgress?(progress: { progress: number; total?: number; message?: string }): void;
}

/** One message of the wire, as it came or went. Secrets are hidden already; texts over the bound are cut. */
export interface TraceEntry {
  at: number;
  direction: 'sent' | 'received';
  /** Milliseconds from the request, on its response. */
  tookMs?: number;
  id?: string | number;
  method?: string;
  /** JSON. */
  text: string;
  /** Bytes of the whole message. */
  bytes: number;
}

export type ElicitRequest =
  | { mode: 'form'; message: string; schema: Readonly<Record<string, unknown>> }
  | { mode: 'url'; message: string; url: string };

export type ElicitAnswer = { action: 'accept'; content?: Readonly<Record<string, unknown>> } | { action: 'decline' | 'cancel' };

export interface SamplingRequest {
  messages: ReadonlyArray<{ role: 'user' | 'assistant'; content: readonly ServerContent[] }>;
  systemPrompt?: string;
  maxTokens: number;
  /** Texts that end the answer. There is no temperature: providers refuse one. */
  stopSequences?: readonly string[];
  /** Names that the server would like, best first. */
  modelHints: readonly string[];
}

export interface SamplingAnswer {
  text: string;
  model: string;
  stopReason: string;
}

/** What a server may ask of its host, and what it tells. Everything that comes in is untrusted. */
export interface ServerHandlers {
  /** Absent: the capability is not offered. Rejecting refuses. */
  elicit?(request: ElicitRequest, signal: AbortSignal): Promise<ElicitAnswer>;
  sample?(request: SamplingRequest, signal: AbortSignal): Promise<SamplingAnswer>;
  /** The client tells by `tellRootsChanged` when they are others. */
  roots?(): ReadonlyArray<{ uri: string; name: string }>;
  onListChanged(what: 'tools' | 'resources' | 'prompts'): void;
  onResourceUpdated(uri: string): void;
  onLog(entry: { level: LogLevel; logger?: string; data: unknown }): void;
  onTrace(entry: TraceEntry): void;
  /** A piece of stderr, of a process. */
  onStderr(text: string): void;
  /** A host, as `host:port`, that the sandbox of a process kept it from; told each time. */
  onRefusedHost?(target: string): void;
}

/** A living connection to one server. Each call rejects with a `ServerError`. */
export interface ServerConnection {
  readonly info: ServerInfo;
  /** The process of a stdio server. */
  readonly pid?: number;
  /** Resolves when it is over, with the reason; undefined when `close` was called. */
  readonly closed: Promise<ServerError | undefined>;
  /** All pages, in the server's order. */
  listTools(options: CallOptions): Promise<ServerTool[]>;
  listResources(options: CallOptions): Promise<ServerResource[]>;
  listResourceTemplates(options: CallOptions): Promise<ServerResourceTemplate[]>;
  listPrompts(options: CallOptions): Promise<ServerPrompt[]>;
  callTool(name: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<ServerToolResult>;
  readResource(uri: string, options: CallOptions): Promise<ServerContent[]>;
  subscribe(uri: string, options: CallOptions): Promise<void>;
  unsubscribe(uri: string, options: CallOptions): Promise<void>;
  getPrompt(name: string, input: Readonly<Record<string, string>>, options: CallOptions): Promise<ServerPromptMessage[]>;
  /** Values for an argument of a prompt, or a variable of a resource template. */
  complete(
    of: { type: 'prompt'; name: string } | { type: 'template'; uriTemplate: string },
    argument: { name: string; value: string },
    options: CallOptions,
  ): Promise<string[]>;
  setLogLevel(level: LogLevel, options: CallOptions): Promise<void>;
  /** Tells a server that asked for the roots that they changed; one of the newer protocol asks anew by itself. Never rejects. */
  tellRootsChanged(): Promise<void>;
  /** Resolves when every message so far has been passed to `onTrace`, which they are a moment after the wire. Never rejects. */
  traced(): Promise<void>;
  /** Ends the whole process tree, or the session with a remote server. Resolves when nothing is left. Never rejects. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  signal?: AbortSignal;
  /** For the whole of it: start, negotiation, sign-in by stored tokens. */
  timeoutMs: number;
}

export interface ServerConnector {
  /**
   * `server` keys what is stored of it (tokens, registration) and its record for the reaper. Rejects with a `ServerError`, once every
   * message of the attempt has been passed to `onTrace`.
   */
  connect(server: string, launch: ServerLaunch, handlers: ServerHandlers, options: ConnectOptions): Promise<ServerConnection>;
  /** Signs in with the person's browser, for a server that answered `needs-auth`. Rejects with a `ServerError`. */
  authorize(server: string, launch: ServerLaunch, options: ConnectOptions): Promise<void>;
  /** Forgets tokens and registration of a server. */
  forget(server: string): Promise<void>;
  /** The process tree of a stdio server: pids with resident bytes; empty where the system does not tell. */
  inspect(pid: number): Promise<Array<{ pid: number; parent: number; command: string; residentBytes: number }>>;
  /** Ends what an earlier process of this home left running. Gives how many. */
  reap(): Promise<number>;
  /** Ends every connection. */
  closeAll(): Promise<void>;
}
