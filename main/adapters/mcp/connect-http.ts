import { SdkHttpError, SSEClientTransport, SseError, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerError } from '../../core/mcp/server-connection';
import { createClient } from './create-client';
import { HttpTransport } from './http-transport';
import { withLargeBodies } from './large-bodies';
import type { HttpLaunch } from './launches';
import type { Link, LinkParts, LinkRequest } from './link';
import { toServerError } from './map-failure';
import { createStreamBackoff, RECONNECTION } from './stream-backoff';
import type { ServerAuthorization } from './oauth/server-authorization';
import { traceOf } from './trace-server';
import { untilAborted } from './until-aborted';

export interface HttpLinkParts extends LinkParts {
  authorization: ServerAuthorization;
}

type HttpRequest = LinkRequest<HttpLaunch>;

/** What a server that speaks only the oldest transport answers to a request of the newer ones. */
const NO_SUCH_TRANSPORT = new Set([400, 404, 405]);
/** How long the end of a session is waited for. */
const GOODBYE_MS = 1000;

/** Agrees with a remote server on a version, by the oldest transport where it has no other. Rejects with a `ServerError`. */
export async function connectHttp(request: HttpRequest, parts: HttpLinkParts): Promise<Link> {
  if (request.launch.type === 'sse') return connectSse(request, parts);
  try {
    return await connectStreamable(request, parts);
  } catch (error) {
    const { code } = toServerError(error);
    if (request.signal.aborted || code === undefined || !NO_SUCH_TRANSPORT.has(code)) throw error;
    return connectSse(request, parts).catch(() => Promise.reject(error));
  }
}

async function connectStreamable(request: HttpRequest, parts: HttpLinkParts): Promise<Link> {
  const backoff = createStreamBackoff();
  const overflow: Overflow = {};
  const inner = new StreamableHTTPClientTransport(new URL(request.launch.url), {
    ...transportOptions(request.launch, parts, overflow),
    reconnectionOptions: RECONNECTION,
    reconnectionScheduler: backoff.schedule,
  });
  const leave = async () => {
    backoff.close();
    await Promise.race([inner.terminateSession().catch(() => undefined), sleep(GOODBYE_MS, undefined, { ref: false })]);
  };
  const key = JSON.stringify([request.server, request.launch.url]);
  const legacy = parts.legacy.delete(key);
  const link = await openLink(request, parts, inner, { legacy, overflow, onNotice: backoff.noteMessage, leave });
  if (link.client.getProtocolEra() === 'legacy') parts.legacy.add(key);
  return link;
}

function connectSse(request: HttpRequest, parts: HttpLinkParts): Promise<Link> {
  const overflow: Overflow = {};
  const inner = new SSEClientTransport(new URL(request.launch.url), transportOptions(request.launch, parts, overflow));
  return openLink(request, parts, inner, { legacy: true, overflow, onNotice: () => undefined, leave: async () => undefined });
}

/** Who hears, once there is a connection, of a stream that held more than a message may have. */
interface Overflow {
  end?(reason: ServerError): void;
}

function transportOptions(launch: HttpLaunch, { authorization, parser, mostBytes }: HttpLinkParts, overflow: Overflow) {
  const authProvider = authorization.authProvider();
  return {
    fetch: authorization.reach((fetch) => withLargeBodies(fetch, parser, { mostBytes, onTooLarge: (reason) => overflow.end?.(reason) })),
    requestInit: { headers: { ...launch.headers } },
    ...(authProvider === undefined ? {} : { authProvider }),
  };
}

interface Manner {
  legacy: boolean;
  overflow: Overflow;
  /** Called with each message that is no answer. */
  onNotice(): void;
  /** Says goodbye to the server. */
  leave(): Promise<void>;
}

async function openLink(
  request: HttpRequest,
  parts: HttpLinkParts,
  inner: Transport,
  { legacy, overflow, onNotice, leave }: Manner,
): Promise<Link> {
  const { handlers, launch, signal, timeoutMs } = request;
  const { client, close } = createClient(handlers, { ...parts, held: parts.parser.held }, { mode: legacy ? 'legacy' : 'auto' });
  const trace = traceOf(handlers, launch.secrets, parts);
  const transport = new HttpTransport(inner, trace, { onNotice, onGivenUp: (reason) => void end(reason) });
  let failure: ServerError | undefined;
  let tellOver: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    tellOver = resolve;
  });
  const end = async (reason?: ServerError) => {
    failure ??= reason;
    close();
    await client.close().catch(() => undefined);
    await transport.close().catch(() => undefined);
    tellOver();
  };
  overflow.end = (reason) => void end(reason);
  try {
    await untilAborted(client.connect(transport, { timeout: timeoutMs }), signal);
  } catch (error) {
    void end();
    await trace.flush();
    throw failure ?? toServerError(error, signal);
  }
  // A stream of the oldest transport is its session: what comes after it is another one that was never begun.
  client.onerror = (error) => {
    if (error instanceof SseError) void end(new ServerError('closed', 'the server ended the stream'));
  };
  return {
    client,
    hasSession: () => transport.sessionId !== undefined,
    failure: () => failure,
    over,
    traced: trace.flush,
    async close() {
      await leave();
      await end();
    },
  };
}

/** Whether a request failed because the server does not know its session any more. */
export function isSessionLost(error: unknown, link: Link): boolean {
  return error instanceof SdkHttpError && error.status === 404 && link.hasSession();
}
