import type { WebSocket } from 'ws';
import type { Channel } from '../../shared/contract/protocol';
import { createReceiver } from '../../shared/contract/receiver';

/** The host's end of a browser's WebSocket. Binary frames and errors close it. */
export function webSocketChannel(socket: WebSocket): Channel {
  const { deliver, onMessage, onClose, end } = createReceiver();
  socket.on('message', (data, isBinary) => {
    if (isBinary) socket.close(1003, 'text only');
    else deliver(data.toString());
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', end);
  return {
    send(text) {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    onMessage,
    onClose,
    close: () => socket.close(1000),
    waiting: () => socket.bufferedAmount,
  };
}
