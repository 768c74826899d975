import { hostFrameSchema } from '../../shared/contract/frames';
import { methods } from '../../shared/contract/methods';
import { notifications } from '../../shared/contract/notifications';
import { type Channel, PROTOCOL_VERSION } from '../../shared/contract/protocol';
import { CodedError } from '../../shared/model/failure';
import type { Host } from '../host/host';
import { createChannelPair } from '../host/memory-channel';

export interface LocalClient {
  /** Calls a method of the contract, given by its row; an error answer rejects with its code. */
  call(row: object, params: unknown): Promise<unknown>;
  /** Hears a notification, given by its row, from now on. */
  on(row: object, hear: (data: unknown) => void): void;
}

/** A client over a channel in memory. */
export function connectLocally(host: Host): LocalClient {
  const names = new Map<object, string>(Object.entries({ ...methods, ...notifications }).map(([name, row]) => [row, name]));
  const [ours, theirs] = createChannelPair();
  host.connect(theirs, { name: 'command-line' });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const hearing = new Map<string, Array<(data: unknown) => void>>();
  let next = 0;
  let broken: Error | undefined;
  listen(ours, waiting, {
    onNotice(name, data) {
      for (const hear of hearing.get(name) ?? []) hear(data);
    },
    onClose: (error) => {
      broken = error;
    },
  });
  ours.send(JSON.stringify({ hello: { protocol: PROTOCOL_VERSION, client: 'command-line' } }));
  return {
    call: (row, params) =>
      new Promise((resolve, reject) => {
        if (broken !== undefined) return reject(broken);
        next += 1;
        waiting.set(next, { resolve, reject });
        ours.send(JSON.stringify({ id: next, method: names.get(row) ?? '', params }));
      }),
    on(row, hear) {
      const name = names.get(row) ?? '';
      hearing.set(name, [...(hearing.get(name) ?? []), hear]);
    },
  };
}

function listen(
  channel: Channel,
  waiting: Map<number, { resolve(value: unknown): void; reject(error: Error): void }>,
  { onNotice, onClose }: { onNotice(name: string, data: unknown): void; onClose(error: Error): void },
): void {
  channel.onMessage((text) => {
    const frame = hostFrameSchema.parse(JSON.parse(text));
    if ('event' in frame) return onNotice(frame.event, frame.data);
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
