import { type ConnectOptions, ServerError, type ServerConnector } from '../../core/mcp/server-connection';
import { SERVER_RECORDS } from '../../core/mcp/server-records';
import type { Clock, Ids, ProcessRunner, SecretStore } from '../../core/ports';
import { lookup } from 'node:dns/promises';
import { join } from 'node:path';
import { callAtExit, forgetAtExit } from '../call-at-exit';
import type { Sandbox } from '../sandbox/sandbox';
import type { FileLocks } from '../storage/file-locks';
import { clampTimeout } from './clamp-timeout';
import { createFrameParser } from './frame-parser';
import { inspectProcesses } from './inspect-processes';
import type { LinkParts } from './link';
import { createLoginPath } from './login-path';
import { createOutputChecker } from './output-checker';
import type { Remotes } from './remotes';
import type { LookUp } from './oauth/named-address';
import { createCredentialStores } from './oauth/credential-store';
import { createRedirectLimit } from './oauth/redirect-limit';
import { createProcessRecords } from '../shell/process-records';
import type { ServerProcess } from './server-process';

export interface ConnectorOptions {
  appVersion: string;
  /** Where this product keeps its files. */
  home: string;
  /** The person's environment. */
  env: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  ids: Ids;
  process: ProcessRunner;
  sandbox?: Sandbox;
  secrets: SecretStore;
  /** Keeps other processes of this home out while tokens are renewed. */
  lockFile: FileLocks;
  /** Hides secrets in what is traced. */
  redact(text: string): Promise<string>;
  /** Opens an address in the person's own browser. `server`: the key of the one that they sign in to. */
  openBrowser(url: string, server: string): Promise<void>;
  /** All addresses of a host; without it the system is asked. */
  lookUp?: LookUp;
  /** The address of the document that describes this client to authorization servers, as it is set now. */
  clientMetadataUrl?(): Promise<string | undefined>;
  /** Bytes of the longest message that is taken from a server. */
  mostBytes?: number;
  /** The bundled file of `parse-frame.worker.ts`. */
  frameWorker?: string;
  /** And of `check-output.worker.ts`. */
  outputWorker?: string;
}

const MOST_BYTES = 64 * 1_048_576;

/**
 * Connections to servers as processes of this machine and over HTTP. Nothing of the protocol's library is loaded before the first one.
 * `closeAll` is for the exit paths; what the process itself cannot end any more, `reap` of the next one ends.
 */
export function createConnector(options: ConnectorOptions): ServerConnector {
  const { clock, home, env } = options;
  const records = createProcessRecords(join(home, SERVER_RECORDS));
  const processes = new Set<ServerProcess>();
  const stores = createCredentialStores(options.secrets);
  const parser = createFrameParser(options.frameWorker);
  const outputs = createOutputChecker(options.outputWorker);
  const parts: LinkParts = {
    appVersion: options.appVersion,
    clock,
    parser,
    outputs,
    processes,
    legacy: new Set(),
    mostBytes: options.mostBytes ?? MOST_BYTES,
    redact: options.redact,
    process: {
      ids: options.ids,
      env,
      records,
      loginPath: createLoginPath(options.process, env),
      ...(options.sandbox === undefined ? {} : { sandbox: options.sandbox }),
    },
  };
  const authorization = {
    stores,
    alone: <T>(server: string, work: () => Promise<T>) => options.lockFile(join(home, 'mcp', 'access', server), work),
    redirects: createRedirectLimit(() => clock.monotonic()),
    openBrowser: options.openBrowser,
    lookUp: options.lookUp ?? lookUpHost,
    clientMetadataUrl: options.clientMetadataUrl ?? (async () => undefined),
  };
  let remotes: Promise<Remotes> | undefined;
  const load = () => {
    remotes ??= import('./remotes').then(({ createRemotes }) => createRemotes(parts, authorization));
    return remotes;
  };
  const killAll = () => {
    for (const one of processes) one.kill();
  };
  callAtExit(killAll);

  return {
    connect: (server, launch, handlers, limits) =>
      withDeadline(limits, async (signal, timeoutMs) => (await load()).connect({ server, launch, handlers, signal, timeoutMs })),
    authorize: (server, launch, limits) =>
      withDeadline(limits, async (signal) => {
        if (launch.type === 'stdio') throw new ServerError('refused', 'a process asks for no sign-in');
        await (await load()).signIn(server, launch, signal);
      }),
    async forget(server) {
      await stores.forget(server);
      (await remotes)?.forget(server);
    },
    inspect: inspectProcesses,
    reap: records.reap,
    async closeAll() {
      await (await remotes)?.closeAll();
      await Promise.all([...processes].map((one) => one.stop()));
      await Promise.all([parser.close(), outputs.close()]);
      forgetAtExit(killAll);
    },
  };
}

async function lookUpHost(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Runs it with a signal that aborts, by a `ServerError`, when the caller's does or when the time is over. */
async function withDeadline<T>(
  { signal, timeoutMs }: ConnectOptions,
  work: (signal: AbortSignal, timeoutMs: number) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const limit = clampTimeout(timeoutMs);
  const timer = setTimeout(() => controller.abort(new ServerError('timed-out', `nothing came of it within ${limit / 1000} s`)), limit);
  const onAbort = () => controller.abort(new ServerError('aborted', 'it was cancelled'));
  if (signal?.aborted === true) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    controller.signal.throwIfAborted();
    return await work(controller.signal, limit);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
