import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { methods } from '../../shared/contract/methods';
import { type Channel, PROTOCOL_VERSION } from '../../shared/contract/protocol';
import { hostFrameSchema } from '../../shared/contract/frames';
import { CodedError } from '../../shared/model/failure';
import { createHost } from '../host/create-host';
import type { Host } from '../host/host';
import type { HostPorts, Invocation } from '../host/host-ports';
import { createChannelPair } from '../host/memory-channel';
import { createNodePorts } from '../host/node-ports';
import { UsageError } from './usage-error';

/** A host in this process, spoken to as every other client does. */
export interface LocalHost {
  ports: HostPorts;
  host: Host;
  /** Calls a method of the contract by its row, e.g. `methods['session.list']`. Rejects with the host's `CodedError`. */
  call<Given, Answer>(row: ContractRow<Given, Answer>, params: Given): Promise<Answer>;
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
  const names = new Map<object, string>(Object.entries(methods).map(([name, row]) => [row, name]));
  let client: ((method: string, params: unknown) => Promise<unknown>) | undefined;
  return {
    ports,
    host,
    async call(row, params) {
      client ??= connect(host);
      return row.result.parse(await client(names.get(row) ?? '', params));
    },
    close: () => host.close(),
  };
}

/** Sends requests over a channel in memory; an error answer rejects with its code. */
function connect(host: Host): (method: string, params: unknown) => Promise<unknown> {
  const [ours, theirs] = createChannelPair();
  host.connect(theirs, { name: 'command-line' });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let next = 0;
  let broken: Error | undefined;
  listen(ours, waiting, (error) => {
    broken = error;
  });
  ours.send(JSON.stringify({ hello: { protocol: PROTOCOL_VERSION, client: 'command-line' } }));
  return (method, params) =>
    new Promise((resolve, reject) => {
      if (broken !== undefined) return reject(broken);
      next += 1;
      waiting.set(next, { resolve, reject });
      ours.send(JSON.stringify({ id: next, method, params }));
    });
}

function listen(
  channel: Channel,
  waiting: Map<number, { resolve(value: unknown): void; reject(error: Error): void }>,
  onClose: (error: Error) => void,
): void {
  channel.onMessage((text) => {
    const frame = hostFrameSchema.parse(JSON.parse(text));
    if (!('id' in frame)) return;
    const request = waiting.get(frame.id);
    waiting.delete(frame.id);
    if ('error' in frame) request?.reject(new CodedError(frame.error.code, frame.error.message, frame.error.data));
    else request?.resolve(frame.result);
  });
  channel.onClose(() => {
    const error = new CodedError('internal', 'the host closed the connection');
    onClose(error);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
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
