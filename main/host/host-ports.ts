import type { Config, Limits } from '../../shared/model/config';
import type { Diagnostic } from '../../shared/model/permission';
import type {
  Clock,
  DocumentReader,
  FileSearch,
  FileSystem,
  Ids,
  Logger,
  ProcessRunner,
  SecretStore,
  Shell,
  ShellParser,
  Terminals,
  WebFetcher,
} from '../core/ports';
import type { HookRunner } from '../core/hooks/hook-runner';
import type { AuditStore } from '../core/audit/audit-log';
import type { ServerConnector } from '../core/mcp/server-connection';
import type { FindSecrets } from '../core/secrets/known-formats';
import type { SessionStore } from '../core/sessions/session-store';

/** `config.json` of the home. Unknown keys and newer versions are kept. */
export interface ConfigStore {
  read(): Promise<{ config: Config; diagnostics: Diagnostic[] }>;
  /** Merges a change into the file and gives the whole. */
  change(change: Partial<Config>): Promise<Config>;
  /** After each change of the file, by whomever. Returns the unsubscribe; watching ends with the last listener. */
  onChange(listener: () => void): () => void;
}

/** Folders that the person opened, and which of them are trusted. Paths are absolute and resolved. */
export interface FolderStore {
  /** Newest first. */
  recent(): Promise<Array<{ folder: string; at: string }>>;
  noteOpened(folder: string): Promise<void>;
  isTrusted(folder: string): Promise<boolean>;
  setTrusted(folder: string, trusted: boolean): Promise<void>;
}

/** What one invocation of the command line asks for beyond the stored settings. */
export interface Invocation {
  /** Rules of `--allow`, `--ask`, `--deny`. */
  rules: { allow: string[]; ask: string[]; deny: string[] };
  /** `--trust`: every folder counts as trusted, for this process only. */
  trust: boolean;
  /** Absolute paths of further files of servers, which count before all others; `strict`: no others do. */
  servers?: { files: readonly string[]; strict: boolean };
  /** False: "ask" means "deny", and says so. */
  interactive: boolean;
  /** Servers are told that they may ask, so that they offer what they do in a window; whatever they ask is turned down. */
  asInWindow?: boolean;
  baseUrl?: string;
  limits?: Limits;
}

export type ShellKind = 'desktop' | 'serve' | 'run';

/** What connecting to servers needs of the host. */
export interface ConnectorWishes {
  /** Shows an address to the person, who opens it or does not. Rejects where they do not. `server`: the key of the one that they sign in to. */
  openBrowser(url: string, server: string): Promise<void>;
  /** The address of the document that describes this client to authorization servers, as it is set now. */
  clientMetadataUrl?(): Promise<string | undefined>;
}

/** Everything that a host needs from outside. `createNodePorts` makes it from Node's own means. */
export interface HostPorts {
  shellKind: ShellKind;
  appVersion: string;
  /** `process.platform` and the person's language (BCP 47). */
  platform: string;
  language: string;
  osVersion: string;
  /** Name of the shell that runs commands, e.g. `bash`. */
  shellName: string;
  /** `VITRINE_HOME`: sessions, config, the sample project. */
  home: string;
  /** The person's home folder, whose `.claude` is read. */
  personHome: string;
  /** Folder of the files by which whoever manages the machine has a say; it need not exist, and is only read. */
  managedDir: string;
  /** The product's own read-only files: `scripts/`, `sample-project/`. */
  resources: string;
  /** The skills that ship with the product. */
  skills: string;
  /** The bundled file of `call-inspector.worker.ts`. */
  inspectorWorker: string;
  env: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  ids: Ids;
  /** SHA-256, lower-case hex. */
  hash(data: string | Uint8Array): string;
  logger: Logger;
  files: FileSystem;
  /** Runs a change of a file while no other process of this home changes it. */
  lockFile<T>(path: string, change: () => Promise<T>): Promise<T>;
  /** Moves a file, a link or a folder to where nothing stands, by paths that are resolved but for their last part. Rejects with a `FileError`. */
  moveEntry(from: string, to: string): Promise<void>;
  /** The same, and the old one stays. */
  copyEntry(from: string, to: string): Promise<void>;
  /** Tells the names of entries of a folder that change, undefined where the system does not say which. Returns what ends it. */
  watchFolder(path: string, onChange: (name: string | undefined) => void): () => void;
  process: ProcessRunner;
  shell: Shell;
  /** Ends what earlier processes of this home left running outside of a sandbox, and takes away what they left on the disk; once. */
  endLeft(): Promise<void>;
  /** Runs hooks as processes and as requests. */
  hooks: HookRunner;
  terminals: Terminals;
  /** Reads commands for the permission rules; loaded at the first command. */
  shellParser: ShellParser;
  search: FileSearch;
  documents: DocumentReader;
  web: WebFetcher;
  /** Makes what connects to MCP servers; absent: there are none. Asked for once, before the first server. */
  mcp?(wishes: ConnectorWishes): ServerConnector;
  secrets: SecretStore;
  store: SessionStore;
  audit: AuditStore;
  /** For every text that goes to the model, and for everything that leaves the home: exports, copies, diagnostics. */
  findSecrets: FindSecrets;
  /** Eight hex digits for a secret: the same ones for the same text, of no use without it. */
  tagSecret(text: string): Promise<string>;
  /** Ends the threads that this process started for its ports. */
  close?(): Promise<void>;
  config: ConfigStore;
  folders: FolderStore;
  invocation?: Invocation;
  /** Tests only: every result is checked against the contract's schema. */
  checkResults?: boolean;
}
