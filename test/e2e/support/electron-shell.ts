import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { findElectron } from '../../support/electron-runtime.mjs';
import { packagedExecutable } from '../../support/packaged-app.mjs';
import { type Boot, type Place, ROOT, type Shell } from './workbench';

/** Starts the real Electron, on the built app or as the packaged app. */
export async function openElectron(
  kind: 'electron' | 'packaged',
  place: Place,
  boot: Boot,
  hash: string,
  display?: string,
): Promise<Shell> {
  const folder = place.folder === undefined ? [] : ['--folder', place.folder];
  const args = [...(kind === 'electron' ? [ROOT] : []), '--no-sandbox', `--lang=${boot.language === 'ja' ? 'ja' : 'en-US'}`, ...folder];
  const launch = () =>
    _electron.launch({
      executablePath: kind === 'electron' ? findElectron() : packagedExecutable(),
      args,
      env: { ...place.env, ...(display === undefined ? {} : { DISPLAY: display }) },
      colorScheme: boot.colorScheme,
      timeout: 15_000,
    });
  // On a busy machine the debugger that drives the app sometimes never answers, before any of the app has run.
  const app = await launch().catch(launch);
  const page = await app.firstWindow();
  await resize(app);
  if (hash !== '') {
    await page.getByRole('textbox').first().waitFor();
    await page.evaluate((to) => {
      location.hash = to;
    }, hash);
  }
  const child = app.process();
  return {
    page,
    app,
    async openWindow() {
      const [other] = await Promise.all([
        app.waitForEvent('window'),
        app.evaluate(({ Menu }) => {
          const items = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? [];
          items.find((item) => item.accelerator === 'CmdOrCtrl+Shift+N')?.click();
        }),
      ]);
      await resize(app);
      return other;
    },
    readClipboard: () => app.evaluate(({ clipboard }) => clipboard.readText()),
    async kill() {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await ended;
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) await app.close();
    },
  };
}

async function resize(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.setContentSize(1440, 900);
  });
}

export type { Page };
