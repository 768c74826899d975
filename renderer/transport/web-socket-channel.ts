import type { Channel } from '../../shared/contract/protocol';

/** Opens a channel over a WebSocket; rejects when the server does not take it. */
export function openWebSocketChannel(url: string): Promise<Channel> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    const onClose: Array<() => void> = [];
    let listener: ((text: string) => void) | undefined;
    let early: string[] = [];
    const channel: Channel = {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      onMessage(next) {
        listener = next;
        const texts = early;
        early = [];
        for (const text of texts) next(text);
      },
      onClose: (next) => void onClose.push(next),
      close: () => socket.close(),
      waiting: () => socket.bufferedAmount,
    };
    socket.addEventListener('open', () => resolve(channel));
    socket.addEventListener('message', (event) => {
      if (typeof event.data !== 'string') return;
      if (listener === undefined) early.push(event.data);
      else listener(event.data);
    });
    socket.addEventListener('close', () => {
      reject(new Error('the host is not reachable'));
      for (const job of onClose) job();
    });
  });
}

/** The address of the host's socket on the server that this page came from. */
export function webSocketUrl(location: { protocol: string; host: string }): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/socket`;
}
