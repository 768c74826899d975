import { join } from 'node:path';
import { app, BrowserWindow, dialog, nativeTheme, type WebContents } from 'electron';
import { pageUrl } from './app-protocol';
import { SECURE_PREFERENCES } from './hardening';
import { RECOVERY_PATH } from './recovery-page';
import { readWindowState, writeWindowState } from './window-state';

/** One window, for one project folder. */
export interface AppWindow {
  readonly name: string;
  readonly window: BrowserWindow;
  folder: string | undefined;
  /** When the person's newest key press or click in the page was, on the clock that never jumps: what a user gesture is measured against. */
  lastInputAt: number;
}

export interface WindowsOptions {
  /** Folder of the desktop's own small files. */
  profile: string;
  preload: string;
  log(message: string, data: Record<string, unknown>): void;
}

const BACKGROUND = { light: '#ffffff', dark: '#16181d' };
const GESTURES: ReadonlySet<string> = new Set(['mouseDown', 'mouseUp', 'keyDown', 'rawKeyDown', 'gestureTap']);
const windows = new Map<number, AppWindow>();
let opened = 0;

export function windowOf(contents: WebContents): AppWindow | undefined {
  return windows.get(contents.id);
}

export function allWindows(): AppWindow[] {
  return [...windows.values()];
}

/** Brings the folder's window to the front, or opens one; without a folder any window will do. */
export function showWindow(options: WindowsOptions, folder?: string): AppWindow {
  const existing = folder === undefined ? allWindows().at(-1) : allWindows().find((one) => one.folder === folder);
  if (existing === undefined) return openWindow(options, folder);
  if (existing.window.isMinimized()) existing.window.restore();
  existing.window.focus();
  return existing;
}

export function openWindow(options: WindowsOptions, folder?: string): AppWindow {
  const stateFile = join(options.profile, 'window.json');
  const state = readWindowState(stateFile);
  const shift = 24 * windows.size;
  const window = new BrowserWindow({
    width: state?.width ?? 1360,
    height: state?.height ?? 860,
    ...(state === undefined ? {} : { x: state.x + shift, y: state.y + shift }),
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: app.name,
    backgroundColor: (state?.dark ?? nativeTheme.shouldUseDarkColors) ? BACKGROUND.dark : BACKGROUND.light,
    autoHideMenuBar: true,
    webPreferences: { ...SECURE_PREFERENCES, preload: options.preload },
  });
  opened += 1;
  const appWindow: AppWindow = { name: `window-${opened}`, window, folder, lastInputAt: Number.NEGATIVE_INFINITY };
  const contents = window.webContents;
  const { id } = contents;
  windows.set(id, appWindow);

  window.once('ready-to-show', () => {
    if (state?.maximized) window.maximize();
    window.show();
  });
  window.on('close', () =>
    writeWindowState(stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized(), dark: nativeTheme.shouldUseDarkColors }),
  );
  window.on('closed', () => windows.delete(id));
  contents.on('input-event', (_event, input) => {
    if (GESTURES.has(input.type)) appWindow.lastInputAt = performance.now();
  });
  watchHealth(appWindow, options);
  void window.loadURL(pageUrl()).catch((error: unknown) => options.log('the page did not load', { error: String(error) }));
  return appWindow;
}

/** A page that crashed is replaced by one that offers to load it again; one that hangs, by a question. */
function watchHealth({ window }: AppWindow, options: WindowsOptions): void {
  const contents = window.webContents;
  contents.on('render-process-gone', (_event, details) => {
    options.log('a page ended', { reason: details.reason, exitCode: details.exitCode });
    if (details.reason === 'clean-exit' || window.isDestroyed()) return;
    void contents.loadURL(pageUrl(RECOVERY_PATH)).catch(() => undefined);
  });
  let asking: AbortController | undefined;
  window.on('responsive', () => asking?.abort());
  window.on('unresponsive', () => {
    if (asking !== undefined) return;
    options.log('a page does not answer', {});
    asking = new AbortController();
    const japanese = app.getLocale().startsWith('ja');
    const question = {
      type: 'warning' as const,
      message: japanese ? 'ウィンドウが応答していません' : 'The window does not answer',
      buttons: japanese ? ['待つ', '再読み込み'] : ['Wait', 'Load again'],
      defaultId: 0,
      cancelId: 0,
      signal: asking.signal,
    };
    void dialog.showMessageBox(window, question).then(({ response }) => {
      asking = undefined;
      if (response !== 1 || window.isDestroyed()) return;
      contents.forcefullyCrashRenderer();
    });
  });
}
