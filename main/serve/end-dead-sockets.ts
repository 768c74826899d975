import type { WebSocket } from 'ws';

/**
 * Asks every socket now and then whether its browser is still there and ends those that did not answer since the time before: a machine
 * that fell asleep or a cable that was pulled says no goodbye. Returns the way to stop asking.
 */
export function endDeadSockets(sockets: ReadonlySet<WebSocket>, everyMs: number): () => void {
  const asked = new WeakSet<WebSocket>();
  const timer = setInterval(() => {
    for (const socket of sockets) {
      if (asked.has(socket)) {
        socket.terminate();
        continue;
      }
      asked.add(socket);
      socket.once('pong', () => asked.delete(socket));
      socket.ping();
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
