import { hostFrameSchema } from '../../shared/contract/frames';
import { methods } from '../../shared/contract/methods';
import { type Channel, PROTOCOL_VERSION } from '../../shared/contract/protocol';
import { CodedError } from '../../shared/model/failure';
import type { Host } from '../host/host';
import { createChannelPair } from '../host/memory-channel';

/** Calls methods of the contract, given by their rows, over a channel in memory; an error answer rejects with its code. */
export function connectLocally(host: Host): (row: object, params: unknown) => Promise<unknown> {
  const names = new Map<object, string>(Object.entries(methods).map(([name, row]) => [row, name]));
  const [ours, theirs] = createChannelPair();
  host.connect(theirs, { name: 'command-line' });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let next = 0;
  let broken: Error | undefined;
  listen(ours, waiting, (error) => {
    broken = error;
  });
  ours.send(JSON.stringify({ hello: { protocol: PROTOCOL_VERSION, client: 'command-line' } }));
  return (row, params) =>
    new Promise((resolve, reject) => {
      if (broken !== undefined) return reject(broken);
      next += 1;
      waiting.set(next, { resolve, reject });
      ours.send(JSON.stringify({ id: next, method: names.get(row) ?? '', params }));
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
