import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page, test as base } from '@playwright/test';
import { openElectron } from './electron-shell';
import { type Display, openDisplay } from './open-display';
import { openServe } from './serve-shell';
import { type Boot, type CliResult, makePlace, type Place, removePlace, runCli, type Shell } from './workbench';

export { expect } from '@playwright/test';
export type { Locator, Page } from '@playwright/test';

/** The workbench as a person has it, on a fresh home and a fresh project. */
export interface Workbench extends Shell {
  kind: 'serve' | 'electron' | 'packaged';
  home: string;
  /** The project folder that is open. */
  folder: string;
  /** `VITRINE_HOME` and all else that a process on the same home needs. */
  place: Place;
  /** The `vitrine` command on the same home. */
  cli(...args: string[]): Promise<CliResult>;
  /** Starts the host again on the same home after `kill`; opens the page at `hash` (a deep link). */
  restart(hash?: string): Promise<Page>;
}

interface Options {
  boot: Partial<Boot>;
}
interface WorkerFixtures {
  /** Started only where a browser is the shell. */
  chromiumBrowser: () => Promise<Browser>;
  /** Its name; nothing where windows appear on the person's own screen. */
  display: () => Promise<string | undefined>;
}

export const test = base.extend<Options & { workbench: Workbench }, WorkerFixtures>({
  boot: [{}, { option: true }],
  chromiumBrowser: [
    async ({ launchOptions }, use) => {
      let browser: Browser | undefined;
      await use(async () => {
        browser ??= await chromium.launch(launchOptions);
        return browser;
      });
      await browser?.close();
    },
    { scope: 'worker' },
  ],
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: the test tool reads what a fixture needs from the pattern
    async ({}, use) => {
      let opened: Display | undefined;
      await use(async () => {
        if (process.platform !== 'linux') return undefined;
        opened ??= await openDisplay();
        return opened.name;
      });
      await opened?.close();
    },
    { scope: 'worker' },
  ],
  workbench: async ({ boot: given, chromiumBrowser, display }, use, info) => {
    const boot: Boot = { language: 'en', config: {}, env: {}, colorScheme: 'light', ...given };
    const kind = kindOf(info.project.name);
    const place = makePlace(boot);
    const open = async (hash = ''): Promise<Shell> =>
      kind === 'serve' ? openServe(await chromiumBrowser(), place, boot, hash) : openElectron(kind, place, boot, hash, await display());
    const shells: Shell[] = [await open()];
    const workbench: Workbench = {
      ...current(shells),
      kind,
      home: place.home,
      folder: place.folder ?? join(place.home, 'sample'),
      place,
      cli: (...args) => runCli(place, args),
      async restart(hash = '') {
        await current(shells)
          .close()
          .catch(() => undefined);
        shells.push(await open(hash));
        Object.assign(workbench, current(shells));
        return workbench.page;
      },
    };
    // A person sends once the folder's name stands in the title.
    await base.expect(workbench.page).toHaveTitle(/ · Vitrine$/);
    await use(workbench);
    if (info.status !== info.expectedStatus) {
      const shown = await workbench.page.screenshot().catch(() => undefined);
      if (shown) await info.attach('page', { body: shown, contentType: 'image/png' });
      const log = join(place.home, 'logs');
      if (existsSync(log)) info.annotations.push({ type: 'home', description: place.home });
    }
    await current(shells)
      .close()
      .catch(() => undefined);
    removePlace(place);
  },
});

/** Named and counted: the tests of this block are skipped where the shell lacks what they are about. */
export function onlyIn(kinds: ReadonlyArray<Workbench['kind']>, reason: string): void {
  test.beforeEach(({ boot: _boot }, info) => {
    test.skip(!kinds.includes(kindOf(info.project.name)), reason);
  });
}

function current(shells: readonly Shell[]): Shell {
  const last = shells.at(-1);
  if (last === undefined) throw new Error('no shell');
  return last;
}

function kindOf(project: string): Workbench['kind'] {
  if (project === 'serve' || project === 'electron' || project === 'packaged') return project;
  throw new Error(`no shell ${project}`);
}
