import type { MessagePortMain } from 'electron';
import type { Channel } from '../../shared/contract/protocol';

/** The host's end of a window's port. An empty text says that the other side closed (renderer/transport does the same). */
export function messagePortChannel(port: MessagePortMain): Channel {
  const onClose: Array<() => void> = [];
  let closed = false;
  function ended(): void {
    if (closed) return;
    closed = true;
    port.close();
    for (const job of onClose) job();
  }
  port.on('close', ended);
  return {
    send(text) {
      if (!closed) port.postMessage(text);
    },
    onMessage(listener) {
      port.on('message', ({ data }) => {
        if (data === '') ended();
        else if (typeof data === 'string') listener(data);
      });
      port.start();
    },
    onClose: (next) => void onClose.push(next),
    close() {
      if (!closed) port.postMessage('');
      ended();
    },
  };
}
