import type { Config } from '../../shared/model/config';
import type { RunTurn } from '../core/agent/turn';
import type { SessionPolicy } from '../core/permission/create-policy';
import type { HookLibrary } from '../core/hooks/hook-library';
import type { FileSystem } from '../core/ports';
import type { ToolRegistry } from '../core/tools/tool';
import type { AuditDesk } from './audit/audit-desk';
import type { Credentials } from './credentials';
import type { Documents } from './documents/documents';
import type { Subscriber } from './connection';
import type { EventFeed } from './event-feed';
import type { HostPorts } from './host-ports';
import type { CallInspector } from './inspector/call-inspector';
import type { KeyedQueue } from '../core/kernel/keyed-queue';
import type { Servers } from './mcp/servers';
import type { ModelService } from './model-service';
import type { SessionDesk } from './sessions/session-desk';
import type { SessionRegistry } from './sessions/session-registry';
import type { TerminalDesk } from './terminals/terminal-desk';

/** What the handlers and the session aggregate share. */
export interface HostServices {
  ports: HostPorts;
  feed: EventFeed;
  credentials: Credentials;
  models: ModelService;
  registry: SessionRegistry;
  desk: SessionDesk;
  inspector: CallInspector;
  terminals: TerminalDesk;
  audit: AuditDesk;
  /** Changes of settings files, by path. */
  settingsQueue: KeyedQueue;
  /** Loaded at the first document. */
  documents(): Promise<Documents>;
  /** Loaded at the first session or look at them; undefined where servers cannot be had. */
  servers(): Promise<Servers | undefined>;
  /** Ends servers that earlier processes left running; loads nothing where there are none. */
  endLeftServers(): Promise<void>;
  /** A client went: nobody tells it of changed documents any more. */
  leaveDocuments(client: symbol): void;
  leaveServers(client: symbol): void;
  /** Tells a client that came what servers ask for now; nothing where no server was looked at yet. */
  tellServerRequests(subscriber: Subscriber): void;
  readConfig(): Promise<Config>;
  isTrusted(folder: string): Promise<boolean>;
  /** The trust of a folder changed: its open sessions decide anew. */
  reloadPolicies(folder: string): Promise<void>;
  tools(): Promise<ToolRegistry>;
  openPolicy(folder: string, session?: PolicySession): Promise<SessionPolicy>;
  openHooks(folder: string): HookLibrary;
  runTurn(): Promise<RunTurn>;
  /** Loads what a turn needs ahead of it. Never rejects. */
  prepareTurn(): Promise<void>;
}

/** What a policy needs of a session: absent for a question about a folder. */
export interface PolicySession {
  /** Rules that are granted for it, now. */
  rules(): readonly string[];
  readable: readonly string[];
  onGrant(rule: string): Promise<void>;
  /** Where settings are read; the host's own files unless a change is only looked at. */
  files?: FileSystem;
}
