import type { DesktopBridge } from '../../shared/contract/bridge';
import type { Channel } from '../../shared/contract/protocol';

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
  const onClose: Array<() => void> = [];
  let closed = false;
  function ended(): void {
    if (closed) return;
    closed = true;
    port.close();
    for (const job of onClose) job();
  }
  return {
    send: (text) => {
      if (!closed) port.postMessage(text);
    },
    onMessage(listener) {
      port.onmessage = (event: MessageEvent<unknown>) => {
        if (event.data === '') ended();
        else if (typeof event.data === 'string') listener(event.data);
      };
      port.addEventListener('close', ended);
      port.start();
    },
    onClose: (next) => void onClose.push(next),
    close() {
      if (!closed) port.postMessage('');
      ended();
    },
  };
}
