import { call, errorCode, useHost } from './host';
import { reportFailure } from './report-failure';

/** Shows a file in the system's file manager; undefined where the shell has none. */
export function useReveal(): ((path: string) => void) | undefined {
  const shell = useHost((state) => state.info?.shell);
  return shell === 'desktop' ? revealFile : undefined;
}

function revealFile(path: string): void {
  call('native.revealFile', { path }).catch(reportFailure);
}

export type NoticeWay = 'system' | 'browser' | 'not-asked' | 'refused';

/** How a notification reaches the person in this shell. A page in a browser needs the browser's leave first. */
export function noticeWay(shell: 'desktop' | 'serve' | 'run' | undefined): NoticeWay {
  if (shell === 'desktop') return 'system';
  if (typeof Notification === 'undefined' || Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' ? 'browser' : 'not-asked';
}

/** Rejects with `unavailable` where nothing can show it. */
export async function sendNotice(title: string, body: string): Promise<void> {
  try {
    await call('native.notify', { title, body: body.slice(0, 500) });
  } catch (error) {
    if (errorCode(error) !== 'unavailable' || noticeWay(useHost.getState().info?.shell) !== 'browser') throw error;
    new Notification(title, { body });
  }
}
