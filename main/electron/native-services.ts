import { writeFile } from 'node:fs/promises';
import { dialog, Notification, shell } from 'electron';
import { CodedError } from '../../shared/model/failure';
import type { NativePort } from '../host/native-port';
import type { AppWindow } from './windows';

/** How long after a key press or click an external address may be opened. */
const GESTURE_MS = 5_000;
const EXTERNAL: ReadonlySet<string> = new Set(['https:', 'mailto:']);

/** Native things for one window. */
export function createNativePort(owner: AppWindow, log: (message: string, data: Record<string, unknown>) => void): NativePort {
  const { window } = owner;
  return {
    async chooseFolder() {
      const { filePaths } = await dialog.showOpenDialog(window, { properties: ['openDirectory', 'createDirectory'] });
      return filePaths[0];
    },
    async openExternal(address) {
      const url = new URL(address);
      if (!EXTERNAL.has(url.protocol)) throw new CodedError('denied', `${url.protocol} addresses are not opened`);
      if (performance.now() - owner.lastInputAt > GESTURE_MS)
        throw new CodedError('denied', 'an address is opened only on a key press or click');
      log('external address opened', { protocol: url.protocol, host: url.host });
      await shell.openExternal(url.href);
    },
    async revealFile(path) {
      shell.showItemInFolder(path);
    },
    async notify(title, body) {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      notification.on('click', () => {
        if (window.isDestroyed()) return;
        window.show();
        window.focus();
      });
      notification.show();
    },
    async saveFile(name, text) {
      const { filePath } = await dialog.showSaveDialog(window, { defaultPath: name });
      if (filePath === undefined || filePath === '') return undefined;
      await writeFile(filePath, text, { encoding: 'utf8' });
      return filePath;
    },
  };
}
