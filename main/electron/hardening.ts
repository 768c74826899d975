import { url as inspectorUrl } from 'node:inspector';
import { app, type Session, type WebContents, type WebPreferences } from 'electron';
import { isPageUrl } from './page-origin';

/** Items of Electron's security checklist are cited by their number. */

/** 2, 3, 4, 6, 8, 9, 10, 11: most are defaults, and all are said so that a test can hold them. */
export const SECURE_PREFERENCES: WebPreferences = {
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
};

const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications']);

/**
 * A packaged app refuses to be driven from outside: fuses close Node's switches, this closes Chromium's. Where the inspector
 * itself is open (a test package with that fuse turned), nothing is left to protect.
 */
export function refusesDebugging(): boolean {
  const asked = ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address'].some((name) =>
    app.commandLine.hasSwitch(name),
  );
  return app.isPackaged && asked && inspectorUrl() === undefined;
}

/**
 * 4, 11 to 14: before the app is ready, for every page that will ever be made. Chromium does not start sandboxed as root: who
 * gives `--no-sandbox` for that keeps every other restriction (each window asks for its sandbox by itself).
 */
export function hardenApp(log: (message: string, data: Record<string, unknown>) => void): void {
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => hardenContents(contents, log));
}

function hardenContents(contents: WebContents, log: (message: string, data: Record<string, unknown>) => void): void {
  const keepInside = (event: { preventDefault(): void }, url: string) => {
    if (isPageUrl(url)) return;
    event.preventDefault();
    log('navigation refused', { to: originOf(url) });
  };
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-navigate', (event, url) => keepInside(event, url));
  contents.on('will-redirect', (event, url) => keepInside(event, url));
  contents.on('will-frame-navigate', (event) => keepInside(event, event.url));
  contents.setWindowOpenHandler(({ url }) => {
    log('new window refused', { to: originOf(url) });
    return { action: 'deny' };
  });
}

/** 1 and 5: no permission but two, no network at all for the page, no downloads. */
export function hardenSession(session: Session): void {
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) => ALLOWED_PERMISSIONS.has(permission) && isPageUrl(requestingOrigin.replace(/\/$/, '')),
  );
  session.setPermissionRequestHandler((contents, permission, callback) =>
    callback(ALLOWED_PERMISSIONS.has(permission) && isPageUrl(contents.getURL())),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest({ urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*'] }, ({ url }, callback) => {
    callback({ cancel: !isPageUrl(url.replace(/^ws/, 'http')) });
  });
}

function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return 'unreadable';
  }
}
