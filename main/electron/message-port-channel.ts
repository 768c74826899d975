import type { MessagePortMain } from 'electron';
import type { Channel } from '../../shared/contract/protocol';
import { createReceiver } from '../../shared/contract/receiver';

/** The host's end of a window's port. An empty text says that the other side closed (renderer/transport does the same). */
export function messagePortChannel(port: MessagePortMain): Channel {
  const receiver = createReceiver();
  function end(): void {
    if (receiver.end()) port.close();
  }
  port.on('close', end);
  port.on('message', ({ data }) => {
    if (data === '') end();
    else if (typeof data === 'string') receiver.deliver(data);
  });
  return {
    send(text) {
      if (!receiver.ended) port.postMessage(text);
    },
    onMessage(listener) {
      receiver.onMessage(listener);
      port.start();
    },
    onClose: receiver.onClose,
    close() {
      if (!receiver.ended) port.postMessage('');
      end();
    },
  };
}
