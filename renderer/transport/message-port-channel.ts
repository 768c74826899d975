import type { DesktopBridge } from '../../shared/contract/bridge';
import type { Channel } from '../../shared/contract/protocol';
import { createReceiver } from '../../shared/contract/receiver';

/** How long a window waits for its port before it asks again. */
const PORT_DEADLINE_MS = 10_000;

/** Asks the desktop shell for a port and opens a channel on it; rejects when none comes in time. */
export function openMessagePortChannel(bridge: DesktopBridge): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      window.removeEventListener('message', receive);
      reject(new Error('the host gave no port'));
    }, PORT_DEADLINE_MS);
    function receive(event: MessageEvent): void {
      const [port] = event.ports;
      if (event.source !== window || event.origin !== window.origin || !isPortMessage(event.data) || port === undefined) return;
      clearTimeout(deadline);
      window.removeEventListener('message', receive);
      resolve(channelOver(port));
    }
    window.addEventListener('message', receive);
    bridge.requestPort();
  });
}

function isPortMessage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'vitrine' in data && data.vitrine === 'port';
}

/** A port has no end of its own that every engine reports: an empty text says that the other side closed. */
export function channelOver(port: MessagePort): Channel {
  const receiver = createReceiver();
  function end(): void {
    if (receiver.end()) port.close();
  }
  port.onmessage = (event: MessageEvent<unknown>) => {
    if (event.data === '') end();
    else if (typeof event.data === 'string') receiver.deliver(event.data);
  };
  port.addEventListener('close', end);
  return {
    send: (text) => {
      if (!receiver.ended) port.postMessage(text);
    },
    onMessage: receiver.onMessage,
    onClose: receiver.onClose,
    close() {
      if (!receiver.ended) port.postMessage('');
      end();
    },
  };
}
