import { KeyedQueue } from '../../core/kernel/keyed-queue';
import type { ServerConnection, ServerLaunch } from '../../core/mcp/server-connection';
import { connectHttp } from './connect-http';
import { connectStdio } from './connect-stdio';
import type { HttpLaunch } from './launches';
import type { Link, LinkParts, LinkRequest } from './link';
import { LiveConnection } from './live-connection';
import { toServerError } from './map-failure';
import { type AuthorizationParts, ServerAuthorization } from './oauth/server-authorization';
import type { CredentialStores } from './oauth/credential-store';

export interface RemotesAuthorization
  extends Pick<AuthorizationParts, 'alone' | 'clientMetadataUrl' | 'lookUp' | 'openBrowser' | 'redirects'> {
  stores: CredentialStores;
}

/** What a connector does with the protocol's library, so that it is loaded with this file. All reject with a `ServerError`. */
export interface Remotes {
  connect(request: LinkRequest<ServerLaunch>): Promise<ServerConnection>;
  signIn(server: string, launch: HttpLaunch, signal: AbortSignal): Promise<void>;
  forget(server: string): void;
  closeAll(): Promise<void>;
}

/** Milliseconds for a session that is begun anew. */
const AGAIN_MS = 30_000;

export function createRemotes(parts: LinkParts, { stores, ...shared }: RemotesAuthorization): Remotes {
  const turns = new KeyedQueue();
  const connections = new Set<LiveConnection>();
  /** What a server wants of a sign-in is learned by requests: the same one for all of them, until the entry changes. */
  const authorizations = new Map<string, { key: string; authorization: ServerAuthorization }>();

  function authorizationOf(server: string, launch: HttpLaunch): ServerAuthorization {
    const key = JSON.stringify(launch);
    const known = authorizations.get(server);
    if (known?.key === key) return known.authorization;
    const made = new ServerAuthorization(server, launch, { ...shared, turns, store: stores.of(server, launch.url), fetch });
    authorizations.set(server, { key, authorization: made });
    return made;
  }

  function link(request: LinkRequest<ServerLaunch>): Promise<Link> {
    const { launch } = request;
    if (launch.type === 'stdio') return connectStdio({ ...request, launch }, parts);
    return connectHttp({ ...request, launch }, { ...parts, authorization: authorizationOf(request.server, launch) });
  }

  return {
    async connect(request) {
      const first = await link(request);
      const connection = new LiveConnection(first, {
        handlers: request.handlers,
        held: parts.parser.held,
        outputs: parts.outputs,
        relink: () => link({ ...request, signal: AbortSignal.timeout(AGAIN_MS), timeoutMs: AGAIN_MS }),
      });
      connections.add(connection);
      void connection.closed.then(() => connections.delete(connection));
      return connection;
    },
    async signIn(server, launch, signal) {
      try {
        await authorizationOf(server, launch).signIn(signal);
      } catch (error) {
        throw toServerError(error, signal);
      }
    },
    forget: (server) => void authorizations.delete(server),
    async closeAll() {
      await Promise.all([...connections].map((connection) => connection.close()));
    },
  };
}
