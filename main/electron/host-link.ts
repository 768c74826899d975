import { MessageChannelMain } from 'electron';
import type { ClientInfo } from '../host/host';
import type { NativePort } from '../host/native-port';
import { messagePortChannel } from './message-port-channel';
import type { DesktopHost } from './start-desktop-host';
import { onValidated } from './validated-ipc';
import type { AppWindow } from './windows';

// The same text in preload/index.ts.
const PORT_CHANNEL = 'vitrine:port';

type Log = (message: string, data: Record<string, unknown>) => void;

/** Gives every window that asks a port to the host, which the first one starts. A reloaded page asks again. */
export function linkWindows(startHost: () => Promise<DesktopHost>, log: Log): void {
  const clients = new Map<AppWindow, ClientInfo>();
  onValidated(
    PORT_CHANNEL,
    (window) => {
      void startHost().then(({ host, nativeFor }) => {
        const contents = window.window.isDestroyed() ? undefined : window.window.webContents;
        if (contents === undefined) return;
        const client = clients.get(window) ?? clientOf(window, nativeFor(window));
        clients.set(window, client);
        const { port1, port2 } = new MessageChannelMain();
        const connection = host.connect(messagePortChannel(port1), client);
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

function clientOf(window: AppWindow, native: NativePort): ClientInfo {
  return {
    name: window.name,
    native,
    get folder() {
      return window.folder;
    },
    set folder(folder) {
      window.folder = folder;
    },
  };
}
