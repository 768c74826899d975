import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { CodedError } from '../../shared/model/failure';
import { appRoot } from '../adapters/files/app-root';
import { createHost } from '../host/create-host';
import type { Invocation } from '../host/host-ports';
import { createNodePorts } from '../host/node-ports';
import { recordCrashes } from '../host/record-crashes';
import { type RunningServer, startServer } from './http-server';
import { openBrowser } from './open-browser';

export interface ServeOptions {
  /** The project folder that the page opens with. */
  folder?: string;
  /** 0 or absent: any free port. */
  port?: number;
  /** Address to listen on; the loopback address unless told. */
  address?: string;
  /** Needed for any other than a loopback address: whoever has the launch address can run commands on this machine. */
  allowRemote?: boolean;
  /** Whether to open the browser, where there is a display. */
  open?: boolean;
  /** Further files of MCP servers. */
  servers?: Invocation['servers'];
  env?: Readonly<Record<string, string | undefined>>;
  /** Folder of the built page. */
  page?: string;
  /** Takes the one line `READY <url>`; standard output unless told. */
  write?(text: string): void;
  /** Takes warnings; standard error unless told. */
  warn?(text: string): void;
}

export interface RunningServe extends RunningServer {
  /** Stops serving, ends what runs, and gives up every lock. */
  close(): Promise<void>;
}

/** Runs the host behind a loopback web server. Rejects with `denied` for another address without `allowRemote`. */
export async function startServe(options: ServeOptions = {}): Promise<RunningServe> {
  const env = options.env ?? process.env;
  const address = options.address === undefined || options.address === 'localhost' ? '127.0.0.1' : options.address;
  const local = isLoopback(address);
  if (!local && options.allowRemote !== true) {
    throw new CodedError(
      'denied',
      `${address} is not a loopback address: others on the network could run commands here. Use a tunnel, such as ssh -L, instead.`,
    );
  }
  const { servers } = options;
  const invocation =
    servers === undefined ? {} : { invocation: { rules: { allow: [], ask: [], deny: [] }, trust: false, interactive: true, servers } };
  const ports = createNodePorts({ shellKind: 'serve', env, ...invocation });
  const host = createHost(ports);
  const stopRecording = recordCrashes(ports);
  const server = await startServer({
    host,
    logger: ports.logger,
    page: options.page ?? join(appRoot(), 'out/renderer'),
    ...(options.folder === undefined ? {} : { folder: await ports.files.realpath(options.folder) }),
    address,
    port: options.port ?? 0,
    names: local ? ['localhost'] : ownAddresses(),
  }).catch(async (error: unknown) => {
    await host.close();
    throw error;
  });
  const write = options.write ?? ((text) => void process.stdout.write(text));
  const warn = options.warn ?? ((text) => void process.stderr.write(text));
  if (!local)
    warn(
      `WARNING: serving on ${address}. The connection is not encrypted, and whoever has the address below can run commands on this machine.\n`,
    );
  write(`READY ${server.url}\n`);
  if (options.open === true) openBrowser(server.url, env);
  return {
    ...server,
    async close() {
      await host.close();
      await server.close();
      stopRecording();
    },
  };
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}
