import type { DesktopBridge } from '../../shared/contract/bridge';
import { createHostClient, type HostClient } from './host-client';
import { openMessagePortChannel } from './message-port-channel';
import { openWebSocketChannel, webSocketUrl } from './web-socket-channel';

declare global {
  interface Window {
    /** Only there on the desktop. */
    readonly vitrine?: DesktopBridge;
  }
}

/** A client of the host of this page's shell: over the desktop's port, else over the socket of the server it came from. */
export function connectHost(): HostClient {
  const bridge = window.vitrine;
  return createHostClient({
    name: bridge === undefined ? 'browser' : 'window',
    open: () => (bridge === undefined ? openWebSocketChannel(webSocketUrl(window.location)) : openMessagePortChannel(bridge)),
  });
}
