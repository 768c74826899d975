import { preloadSchemas, ProtocolError, ProtocolErrorCode, type VersionNegotiationOptions } from '@modelcontextprotocol/client';
import { ServerError } from '../../core/mcp/server-connection';
import { cutEnd } from '../../../shared/text/cut-text';
import { createClient } from './create-client';
import { explainEnd } from './explain-end';
import type { StdioLaunch } from './launches';
import type { Link, LinkParts, LinkRequest } from './link';
import { toServerError } from './map-failure';
import { hiderOf, traceOf } from './trace-server';
import { startServerProcess } from './server-process';
import { StdioTransport } from './stdio-transport';
import { untilAborted } from './until-aborted';

/** How long a server may be silent about whether it speaks the newer protocol. */
const PROBE_MS = 2000;
/** Characters of its error output that are kept for when it does not start. */
const MOST_KEPT = 4000;
/** By these a shell says that the program cannot be run: another question changes nothing about that. */
const NOT_RUN: ReadonlySet<number | undefined> = new Set([126, 127]);

interface Attempt {
  link: Link;
  transport: StdioTransport;
  /** The end of its error output so far, without secrets. */
  errorOutput(): Promise<string>;
}

/**
 * Starts a server and agrees with it on a version. One that ends at a question which it does not know is started again without it; one
 * that answers it too late is started again with more time. Rejects with a `ServerError`.
 */
export async function connectStdio(request: LinkRequest<StdioLaunch>, parts: LinkParts): Promise<Link> {
  const key = JSON.stringify([request.server, request.launch.command, request.launch.args]);
  const known = parts.legacy.has(key);
  // Asked anew after a failure: it may have been replaced by a newer one.
  parts.legacy.delete(key);
  const link = await connectInTurn(request, parts, known ? ['legacy'] : [PROBE_MS, 'legacy', request.timeoutMs]);
  if (link.client.getProtocolEra() === 'legacy') parts.legacy.add(key);
  return link;
}

type Probe = 'legacy' | number;

async function connectInTurn(request: LinkRequest<StdioLaunch>, parts: LinkParts, probes: readonly Probe[]): Promise<Link> {
  const [probe, plain, patient] = probes;
  if (probe === undefined) throw new ServerError('refused', 'it speaks no version of the protocol that is known here');
  const starting = start(request, parts, probe);
  const attempt = await untilAborted(starting, request.signal).catch((error: unknown) => {
    void starting.then(({ link }) => link.close()).catch(() => undefined);
    throw toServerError(error);
  });
  try {
    const connecting = attempt.link.client.connect(attempt.transport, { timeout: request.timeoutMs });
    // What the answer is checked by is made while the server starts, instead of when it has answered.
    setImmediate(preloadSchemas);
    await untilAborted(connecting, request.signal);
    return attempt.link;
  } catch (error) {
    const { failure, hasDiscovered, hasAnswered, hasSpoken } = attempt.transport;
    void attempt.link.close();
    await attempt.link.traced();
    if (request.signal.aborted) throw toServerError(error, request.signal);
    if ((hasDiscovered || isTooOld(error)) && patient !== undefined) return connectInTurn(request, parts, [patient]);
    if (failure === undefined) throw toServerError(error);
    const isRunnable = hasSpoken || !NOT_RUN.has(failure.code);
    if (failure.kind === 'closed' && isRunnable && !hasAnswered && plain !== undefined) return connectInTurn(request, parts, [plain]);
    throw hasSpoken ? failure : explainEnd(failure, await attempt.errorOutput());
  }
}

/** It was asked in a version that it does not speak any more. */
function isTooOld(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === ProtocolErrorCode.UnsupportedProtocolVersion;
}

async function start({ launch, handlers }: LinkRequest<StdioLaunch>, parts: LinkParts, probe: Probe): Promise<Attempt> {
  let errorOutput = '';
  const process = await startServerProcess(launch, parts.process, {
    onStderr(text) {
      errorOutput = cutEnd(errorOutput + text, MOST_KEPT);
      handlers.onStderr(text);
    },
    onRefusedHost: handlers.onRefusedHost,
  });
  parts.processes.add(process);
  const negotiation: VersionNegotiationOptions = probe === 'legacy' ? { mode: probe } : { mode: 'auto', probe: { timeoutMs: probe } };
  const { client, close } = createClient(handlers, { ...parts, held: parts.parser.held }, negotiation);
  const trace = traceOf(handlers, launch.secrets, parts);
  const transport = new StdioTransport(process, { parser: parts.parser, trace, mostBytes: parts.mostBytes });
  let tellOver: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    tellOver = resolve;
  });
  transport.onclose = () => {
    close();
    tellOver();
  };
  const link: Link = {
    client,
    pid: process.pid,
    hasSession: () => false,
    failure: () => transport.failure,
    over,
    traced: trace.flush,
    async close() {
      await transport.close();
      parts.processes.delete(process);
    },
  };
  void process.ended.then(() => process.stop()).then(() => parts.processes.delete(process));
  return { link, transport, errorOutput: () => hiderOf(launch.secrets, parts.redact)(errorOutput) };
}
