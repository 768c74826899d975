import type { FolderServers } from './folder-servers';
import type { ManagedServer } from './managed-server';
import type { ServerRequests } from './server-requests';
import type { ServerStore } from './server-store';
import type { Processes } from './server-views';

/** The servers of all folders, as handlers and sessions use them. Folders are absolute and resolved. */
export interface Servers {
  readonly store: ServerStore;
  readonly requests: ServerRequests;
  /** Calls by hand, by the names that clients gave them. */
  readonly calls: Map<string, AbortController>;
  folder(folder: string): FolderServers;
  /** Ends what earlier processes left running. Never rejects. */
  reap(): Promise<void>;
  /** Starts the servers of a folder, until its `release` with the same holder. What an earlier process left running is ended first. */
  hold(folder: string, holder: symbol): Promise<FolderServers>;
  /** Holds a folder, as it was given, for a client, which hears of every change; not for one that has gone meanwhile. */
  watch(folder: string, client: symbol, closed: AbortSignal): Promise<void>;
  unwatch(folder: string, client: symbol): Promise<void>;
  /** A client went. */
  leaveAll(client: symbol): void;
  /** Signs in by the person's browser: the address is put to them like any that a server wants opened. */
  signIn(folder: string, name: string, signal: AbortSignal): Promise<void>;
  signOut(folder: string, name: string): Promise<void>;
  /** The process tree of a server; empty for one that has none. */
  inspect(server: ManagedServer): Promise<Processes>;
  /** Ends every server and every call by hand. */
  close(): Promise<void>;
}
