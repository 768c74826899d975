import { type IpcMainEvent, ipcMain } from 'electron';
import { pageOrigin } from './page-origin';
import { type AppWindow, windowOf } from './windows';

/** 17 of the checklist: only the top frame of one of our windows, showing our page, is listened to. A missing frame is refused. */
export function isTrustedSender(event: Pick<IpcMainEvent, 'sender' | 'senderFrame'>): AppWindow | undefined {
  const frame = event.senderFrame;
  if (frame === null || frame === undefined || frame !== event.sender.mainFrame || frame.origin !== pageOrigin()) return undefined;
  return windowOf(event.sender);
}

export function onValidated(channel: string, listener: (window: AppWindow) => void, refused: (channel: string) => void): void {
  ipcMain.on(channel, (event) => {
    const window = isTrustedSender(event);
    if (window === undefined) refused(channel);
    else listener(window);
  });
}
