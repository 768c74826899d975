import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { DesktopBridge } from '../shared/contract/bridge';

// The same text in main/electron/host-link.ts: a preload bundles nothing of the main process.
const PORT_CHANNEL = 'vitrine:port';

// A port cannot pass through the bridge: it goes to the page's window, and to no other origin.
ipcRenderer.on(PORT_CHANNEL, (event) => window.postMessage({ vitrine: 'port' }, window.location.origin, event.ports));

const bridge: DesktopBridge = {
  requestPort: () => ipcRenderer.send(PORT_CHANNEL),
  // Before Electron 29 a file carried its path itself.
  pathForFile: (file) => (webUtils === undefined ? String(Reflect.get(file, 'path') ?? '') : webUtils.getPathForFile(file)),
  platform: process.platform,
};

contextBridge.exposeInMainWorld('vitrine', bridge);
