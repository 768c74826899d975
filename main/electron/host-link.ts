import { MessageChannelMain } from 'electron';
import type { ClientInfo, Host } from '../host/host';
import { messagePortChannel } from './message-port-channel';
import { createNativePort } from './native-services';
import { onValidated } from './validated-ipc';
import type { AppWindow } from './windows';

// The same text in preload/index.ts.
const PORT_CHANNEL = 'vitrine:port';

type Log = (message: string, data: Record<string, unknown>) => void;

/** Gives every window that asks a port to the host, as soon as there is one. A reloaded page asks again. */
export function linkWindows(host: Promise<Host>, log: Log): void {
  const clients = new Map<AppWindow, ClientInfo>();
  onValidated(
    PORT_CHANNEL,
    (window) => {
      void host.then((ready) => {
        const contents = window.window.isDestroyed() ? undefined : window.window.webContents;
        if (contents === undefined) return;
        const client = clients.get(window) ?? clientOf(window, log);
        clients.set(window, client);
        const { port1, port2 } = new MessageChannelMain();
        const connection = ready.connect(messagePortChannel(port1), client);
        contents.postMessage(PORT_CHANNEL, undefined, [port2]);
        contents.once('render-process-gone', () => connection.close());
        window.window.once('closed', () => {
          clients.delete(window);
          connection.close();
        });
      });
    },
    (channel) => log('a message from an unknown sender was refused', { channel }),
  );
}

function clientOf(window: AppWindow, log: Log): ClientInfo {
  return {
    name: window.name,
    native: createNativePort(window, log),
    get folder() {
      return window.folder;
    },
    set folder(folder) {
      window.folder = folder;
    },
  };
}

