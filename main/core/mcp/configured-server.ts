import type { ServerReason, ServerScope } from '../../../shared/model/mcp';

/** How a server is started or reached, as its entry says it, `${VAR}` not expanded. */
export type EntryLaunch =
  | { type: 'stdio'; command: string; args: string[]; env: Record<string, string> }
  | { type: 'http' | 'sse'; url: string; headers: Record<string, string>; headersHelper?: string; oauth?: EntryOAuth };

export interface EntryOAuth {
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  callbackPort?: number | undefined;
  authServerMetadataUrl?: string | undefined;
  scopes?: string[] | undefined;
}

/** The entry of a server with its place. */
export interface ConfiguredServer {
  name: string;
  scope: ServerScope;
  file: string;
  /** 1-based. */
  line: number;
  /** Absent where the entry says nothing that could be started; `off` says so. */
  launch?: EntryLaunch;
  /** Milliseconds for one call. */
  timeoutMs?: number;
  /** Its tools are never deferred. */
  alwaysLoad: boolean;
  /** SHA-256 of the entry as it is written, the order of its keys aside. */
  hash: string;
  /** Why it must not start; absent: it may. */
  off?: { state: 'disabled' | 'pending-approval' | 'failed'; reason: ServerReason };
  /** Files with an entry of the same name that is not used. */
  shadows: string[];
}
