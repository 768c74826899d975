import type { WebSocket } from 'ws';
import type { Channel } from '../../shared/contract/protocol';

/** The host's end of a browser's WebSocket. Binary frames and errors close it. */
export function webSocketChannel(socket: WebSocket): Channel {
  let listener: ((text: string) => void) | undefined;
  let early: string[] = [];
  const onClose: Array<() => void> = [];
  socket.on('message', (data, isBinary) => {
    if (isBinary) return socket.close(1003, 'text only');
    const text = data.toString();
    if (listener === undefined) early.push(text);
    else listener(text);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    for (const job of onClose) job();
  });
  return {
    send(text) {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    onMessage(next) {
      listener = next;
      const texts = early;
      early = [];
      for (const text of texts) next(text);
    },
    onClose: (next) => void onClose.push(next),
    close: () => socket.close(1000),
    waiting: () => socket.bufferedAmount,
  };
}
