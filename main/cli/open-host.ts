import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { createHost } from '../host/create-host';
import type { Host } from '../host/host';
import type { HostPorts, Invocation } from '../host/host-ports';
import { createNodePorts } from '../host/node-ports';
import type { LocalClient } from './local-client';
import { UsageError } from './usage-error';

/** A host in this process, spoken to as every other client does. */
export interface LocalHost {
  ports: HostPorts;
  host: Host;
  /** Calls a method of the contract by its row, e.g. `methods['session.list']`. Rejects with the host's `CodedError`. */
  call<Given, Answer>(row: ContractRow<Given, Answer>, params: Given): Promise<Answer>;
  /** Hears a notification of the contract by its row, e.g. `notifications['mcp/changed']`, from the next call on. */
  on<Data>(row: z.ZodType<Data>, hear: (data: Data) => void): void;
  close(): Promise<void>;
}

interface ContractRow<Given, Answer> {
  params: z.ZodType<unknown, Given>;
  result: z.ZodType<Answer>;
}

export const NOT_INTERACTIVE: Invocation = { rules: { allow: [], ask: [], deny: [] }, trust: false, interactive: false };

export function openLocalHost(invocation: Invocation = NOT_INTERACTIVE): LocalHost {
  const ports = createNodePorts({ shellKind: 'run', invocation });
  const host = createHost(ports);
  // The contract's schemas cost more than a headless turn's whole start, which needs none of them.
  let client: Promise<LocalClient> | undefined;
  const connect = () => {
    client ??= import('./local-client').then(({ connectLocally }) => connectLocally(host));
    return client;
  };
  return {
    ports,
    host,
    async call(row, params) {
      return row.result.parse(await (await connect()).call(row, params));
    },
    on: (row, hear) => void connect().then((connected) => connected.on(row, (data) => hear(row.parse(data)))),
    close: () => host.close(),
  };
}

/** Runs a job with a host and closes it in every case. */
export async function withHost<T>(invocation: Invocation, job: (local: LocalHost) => Promise<T>): Promise<T> {
  const local = openLocalHost(invocation);
  try {
    return await job(local);
  } finally {
    await local.close();
  }
}

/** An existing folder, absolute; wrong use otherwise. */
export function existingFolder(path: string | undefined): string {
  const folder = resolve(path ?? process.cwd());
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UsageError(`${folder} is not a folder`);
  return folder;
}
