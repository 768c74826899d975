import type { Channel } from '../../shared/contract/protocol';
import { createReceiver } from '../../shared/contract/receiver';

/** Opens a channel over a WebSocket; rejects when the server does not take it. */
export function openWebSocketChannel(url: string): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    const { deliver, onMessage, onClose, end } = createReceiver();
    const channel: Channel = {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      onMessage,
      onClose,
      close: () => socket.close(),
      waiting: () => socket.bufferedAmount,
    };
    socket.addEventListener('open', () => resolve(channel));
    socket.addEventListener('message', (event) => {
      if (typeof event.data === 'string') deliver(event.data);
    });
    socket.addEventListener('close', () => {
      reject(new Error('the host is not reachable'));
      end();
    });
  });
}

/** The address of the host's socket on the server that this page came from. */
export function webSocketUrl(location: { protocol: string; host: string }): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/socket`;
}
