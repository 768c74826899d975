import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { app, dialog, Menu, session } from 'electron';
import { appRoot } from '../adapters/files/app-root';
import { registerScheme, servePage } from './app-protocol';
import { hardenApp, hardenSession, refusesDebugging } from './hardening';
import { linkWindows } from './host-link';
import { setMenu } from './menu';
import type { DesktopHost } from './start-desktop-host';
import { allWindows, openWindow, showWindow, type WindowsOptions } from './windows';

/** How long quitting waits for turns to settle and shells to end. */
const QUIT_MS = 5_000;

const home = process.env['VITRINE_HOME'] ?? join(homedir(), '.vitrine');
// Everything of the desktop lies in the home: another home is another instance.
app.setPath('userData', join(home, 'desktop'));

if (refusesDebugging()) {
  process.stderr.write('vitrine: a packaged app does not take remote debugging switches\n');
  app.exit(1);
} else if (app.requestSingleInstanceLock({ folder: folderArgument(process.argv) })) {
  start();
} else {
  app.quit();
}

function start(): void {
  const early: Array<[string, Record<string, unknown>]> = [];
  let desktop: DesktopHost | undefined;
  const log = (message: string, data: Record<string, unknown>) => {
    if (desktop === undefined) early.push([message, data]);
    else desktop.log('warn', message, data);
  };
  const root = appRoot();
  const windows: WindowsOptions = { profile: app.getPath('userData'), preload: join(root, 'out/preload/index.cjs'), log };

  hardenApp(log);
  registerScheme();
  Menu.setApplicationMenu(null);

  // The other start's own words: Chromium reorders the arguments that it passes on.
  app.on('second-instance', (_event, _argv, _directory, data) => showWindow(windows, folderOf(data)));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    void app.whenReady().then(() => showWindow(windows, existingFolder(path)));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('activate', () => {
    if (allWindows().length === 0) openWindow(windows);
  });
  app.on('child-process-gone', (_event, details) => log('a process ended', { type: details.type, reason: details.reason }));
  closeHostOnQuit(() => desktop);

  void app.whenReady().then(() => {
    hardenSession(session.defaultSession);
    servePage(join(root, 'out/renderer'), app.getLocale());
    const first = openWindow(windows, folderArgument(process.argv));
    let starting: Promise<DesktopHost> | undefined;
    // A page asks once it has all its files and begins to draw: until then this thread serves them, and nothing else.
    const startHost = () => {
      starting ??= import('./start-desktop-host').then(({ startDesktopHost }) => {
        desktop = startDesktopHost(home);
        for (const [message, data] of early.splice(0)) desktop.log('warn', message, data);
        return desktop;
      });
      return starting;
    };
    linkWindows(startHost, log);
    // Without a page that asks, what was to be logged still finds its log.
    first.window.webContents.once('did-fail-load', () => void startHost());
    first.window.webContents.once('render-process-gone', () => void startHost());
    first.window.once('show', () => setMenu({ newWindow: () => openWindow(windows), openFolder: () => void chooseFolder(windows) }));
  });
}

async function chooseFolder(windows: WindowsOptions): Promise<void> {
  const { filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'] });
  const [folder] = filePaths;
  if (folder !== undefined) showWindow(windows, folder);
}

/** The folder of `--folder DIR` or `--folder=DIR`; undefined without one. */
function folderArgument(argv: readonly string[]): string | undefined {
  const at = argv.findIndex((argument) => argument === '--folder' || argument.startsWith('--folder='));
  const given = argv[at]?.startsWith('--folder=') ? argv[at].slice('--folder='.length) : argv[at + 1];
  return at < 0 || given === undefined ? undefined : existingFolder(resolve(given));
}

function folderOf(data: unknown): string | undefined {
  const folder = typeof data === 'object' && data !== null && 'folder' in data ? data.folder : undefined;
  return typeof folder === 'string' ? existingFolder(folder) : undefined;
}

function existingFolder(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? realpathSync(path) : undefined;
  } catch {
    return undefined;
  }
}

function closeHostOnQuit(desktop: () => DesktopHost | undefined): void {
  let closing = false;
  app.on('will-quit', (event) => {
    const host = desktop()?.host;
    if (closing || host === undefined) return;
    closing = true;
    event.preventDefault();
    const bound = new Promise<void>((end) => {
      setTimeout(end, QUIT_MS);
    });
    void Promise.race([host.close(), bound]).finally(() => app.exit(0));
  });
}
