import type { Channel } from '../../shared/contract/protocol';
import { createReceiver, type Receiver } from '../../shared/contract/receiver';

/** Two ends of a channel in one process: ordered, and never delivered within `send`. */
export function createChannelPair(): [Channel, Channel] {
  const left = createReceiver();
  const right = createReceiver();
  return [createEnd(left, right), createEnd(right, left)];
}

function createEnd(own: Receiver, peer: Receiver): Channel {
  return {
    send(text) {
      if (!own.ended) queueMicrotask(() => peer.deliver(text));
    },
    onMessage: own.onMessage,
    onClose: own.onClose,
    close() {
      if (own.ended) return;
      queueMicrotask(() => peer.end());
      own.end();
    },
  };
}
