import { readdir, readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import WebSocket from 'ws';
import { startServe } from './support/serve-shell';
import { expect, onlyIn, type Page, test, type Workbench } from './support/test';

const POLICY = /default-src 'none'/;

function appOf({ app }: Workbench): ElectronApplication {
  if (app === undefined) throw new Error('no Electron here');
  return app;
}

/** What the host's and the shell's logs hold. */
async function logged({ home }: Workbench): Promise<string> {
  const logs = join(home, 'logs');
  const names = await readdir(logs).catch(() => []);
  return (await Promise.all(names.map((name) => readFile(join(logs, name), 'utf8')))).join('');
}

test('the page has a strict policy by header, and no way around it', async ({ workbench }) => {
  const { page } = workbench;
  const headers = await page.evaluate(async () => Object.fromEntries((await fetch('/')).headers));
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toMatch(POLICY);
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  const outcome = await page.evaluate(async () => {
    const results: Record<string, string> = {};
    // In a task of its own: what the test tool runs directly is exempt from the policy.
    results['code'] = await new Promise<string>((done) => {
      setTimeout(() => {
        try {
          done(String(Reflect.construct(Function, ['return 1 + 1'])()));
        } catch (error) {
          done(error instanceof Error ? error.name : 'refused');
        }
      });
    });
    try {
      const script = document.createElement('script');
      script.textContent = "window.inlineRan = 'yes'";
      document.head.append(script);
      results['inline'] = String(Reflect.get(window, 'inlineRan'));
    } catch {
      results['inline'] = 'refused';
    }
    results['network'] = await fetch('https://example.com/').then(
      () => 'reached',
      () => 'refused',
    );
    return results;
  });
  expect(outcome).toEqual({ code: expect.stringMatching(/^(EvalError|TypeError)$/), inline: 'refused', network: 'refused' });
});

test('the page itself never runs against its policy', async ({ workbench }) => {
  const { page } = workbench;
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Message to the agent' })).toBeVisible();
  for (const view of ['Permissions', 'Skills & memory', 'Settings', 'Sessions'])
    await page.getByRole('button', { name: view, exact: true }).click();
  expect(said).toEqual([]);
});

test('the page holds nothing of Node, and only the bridge of its shell', async ({ workbench }) => {
  const { page, kind } = workbench;
  const globals = await page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'global', '__dirname', 'ipcRenderer', 'electron'].filter((name) => name in window),
    bridge: 'vitrine' in window ? Object.keys(window.vitrine ?? {}).sort() : undefined,
  }));
  expect(globals.node).toEqual([]);
  expect(globals.bridge).toEqual(kind === 'serve' ? undefined : ['pathForFile', 'platform', 'requestPort']);
});

test.describe('the loopback server', () => {
  onlyIn(['serve'], 'the desktop has no server');

  /** Status of one raw request. */
  function get(origin: string, path: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(new URL(path, origin), { method, headers, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject).end();
    });
  }
  function socket(origin: string, headers: Record<string, string>): Promise<number> {
    return new Promise((resolve) => {
      const client = new WebSocket(`${origin.replace('http', 'ws')}/socket`, { headers });
      client.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      client.on('open', () => {
        client.close();
        resolve(101);
      });
      client.on('error', () => resolve(0));
    });
  }

  test('answers 403 to whatever misses the cookie, the host, the origin or the method', async ({ workbench }) => {
    const origin = workbench.origin ?? '';
    const [cookie] = await workbench.page.context().cookies(origin);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const good = { cookie: `${cookie?.name}=${cookie?.value}` };
    expect(await get(origin, '/', good)).toBe(200);
    expect(await get(origin, '/', {})).toBe(403);
    expect(await get(origin, '/', { cookie: `${cookie?.name}=wrong` })).toBe(403);
    expect(await get(origin, '/', { ...good, host: 'evil.example' })).toBe(403);
    expect(await get(origin, '/', { ...good, origin: 'https://evil.example' })).toBe(403);
    expect(await get(origin, '/', { ...good, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await get(origin, '/', good, 'POST')).toBe(403);
    expect(await get(origin, '/../package.json', good)).toBe(403);
    expect(await get(origin, '/%2e%2e/package.json', good)).toBe(403);
    expect(await socket(origin, { ...good, origin })).toBe(101);
    expect(await socket(origin, good)).toBe(403);
    expect(await socket(origin, { origin })).toBe(403);
    expect(await socket(origin, { ...good, origin: 'http://127.0.0.1:1' })).toBe(403);
    await expect.poll(() => logged(workbench)).toContain('request refused');
  });

  test('takes its token once, and keeps it out of the address', async ({ workbench, chromiumBrowser }) => {
    const server = await startServe(workbench.place);
    try {
      expect(await get(server.origin, new URL(server.url).pathname + new URL(server.url).search.replace(/.$/, '_'), {})).toBe(403);
      const context = await (await chromiumBrowser()).newContext();
      const page = await context.newPage();
      await page.goto(server.url);
      expect(page.url()).not.toContain('token');
      expect(await get(server.origin, new URL(server.url).search, {})).toBe(403);
      await context.close();
    } finally {
      await server.stop('SIGTERM');
    }
  });
});

test.describe('the desktop app', () => {
  onlyIn(['electron', 'packaged'], 'the browser has no Electron to harden');

  test('isolates the page: 2, 3, 4, 6, 8, 9, 10, 11 of the checklist', async ({ workbench }) => {
    const preferences = await appOf(workbench).evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return Reflect.get(contents ?? {}, 'getLastWebPreferences').call(contents);
    });
    // What is off by default may be left out of the answer.
    expect({ nodeIntegrationInWorker: false, navigateOnDragDrop: false, ...preferences }).toMatchObject({
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
    });
    expect(preferences.enableBlinkFeatures ?? '').toBe('');
  });

  test('loads only its own scheme: 1, 7, 18 of the checklist', async ({ workbench }) => {
    const { page } = workbench;
    expect(page.url()).toMatch(/^vitrine:\/\/app\//);
    const reached = await page.evaluate(async () => {
      const tried = ['http://127.0.0.1:1/', 'file:///etc/passwd', 'vitrine://other/', 'vitrine://app/../package.json'];
      return Promise.all(
        tried.map((url) =>
          fetch(url).then(
            (response) => response.status,
            () => 'refused',
          ),
        ),
      );
    });
    expect(reached.map((status) => (status === 404 ? 'refused' : status))).toEqual(['refused', 'refused', 'refused', 'refused']);
  });

  test('keeps the window where it is: 13 and 14 of the checklist', async ({ workbench }) => {
    const { page } = workbench;
    const app = appOf(workbench);
    await expect(page.getByRole('textbox', { name: 'Message to the agent' })).toBeVisible();
    const before = page.url();
    await page.evaluate(() => {
      window.open('https://example.com/');
      window.open('vitrine://app/');
      const link = document.createElement('a');
      link.href = 'https://example.com/';
      document.body.append(link);
      link.click();
      location.assign('file:///etc/passwd');
    });
    await expect.poll(() => logged(workbench)).toContain('navigation refused');
    expect(page.url()).toBe(before);
    // The test tool waits for the navigation that never comes, so the window itself is asked.
    const there = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript("document.querySelector('textarea') !== null"),
    );
    expect(there).toBe(true);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  test('gives no permission and attaches no webview: 5 and 12 of the checklist', async ({ workbench }) => {
    const { page } = workbench;
    const states = await page.evaluate(async () => {
      const ask = async (name: string) => (await navigator.permissions.query({ name: name as PermissionName })).state;
      const media = await navigator.mediaDevices.getUserMedia({ audio: true, video: true }).then(
        () => 'given',
        () => 'refused',
      );
      const place = await new Promise((done) =>
        navigator.geolocation.getCurrentPosition(
          () => done('given'),
          () => done('refused'),
        ),
      );
      return { media, place, camera: await ask('camera'), geolocation: await ask('geolocation'), midi: await ask('midi') };
    });
    expect(states).toEqual({ media: 'refused', place: 'refused', camera: 'denied', geolocation: 'denied', midi: 'denied' });
    const attached = await appOf(workbench).evaluate(async ({ webContents }) => {
      const before = webContents.getAllWebContents().length;
      await webContents
        .getAllWebContents()[0]
        ?.executeJavaScript(
          "{ const view = document.createElement('webview'); view.src = 'https://example.com/'; document.body.append(view); } true",
        );
      return webContents.getAllWebContents().length - before;
    });
    expect(attached).toBe(0);
  });

  test('listens to its own page alone: 17 of the checklist', async ({ workbench }) => {
    const app = appOf(workbench);
    const answered = await app.evaluate(async ({ BrowserWindow, app: electron }) => {
      const own = BrowserWindow.getAllWindows()[0];
      const preload = Reflect.get(own?.webContents ?? {}, 'getLastWebPreferences').call(own?.webContents).preload;
      const path = preload ?? `${electron.getAppPath()}/out/preload/index.cjs`;
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload: path, sandbox: true, contextIsolation: true } });
      await stranger.loadURL('data:text/html,<title>stranger</title>');
      const got = await stranger.webContents.executeJavaScript(`new Promise((done) => {
        addEventListener('message', (event) => event.ports.length > 0 && done('port'));
        window.vitrine.requestPort();
        fetch('vitrine://app/').catch(() => undefined).then(() => setTimeout(() => done('nothing'), 500));
      })`);
      stranger.destroy();
      return got;
    });
    expect(answered).toBe('nothing');
    await expect.poll(() => logged(workbench)).toContain('a message from an unknown sender was refused');
  });

  test('opens only https and mail addresses, and only on a gesture: 15 of the checklist', async ({ workbench }) => {
    const { page } = workbench;
    const app = appOf(workbench);
    await app.evaluate(({ shell }) => {
      Reflect.set(globalThis, 'opened', []);
      shell.openExternal = async (url: string) => {
        Reflect.get(globalThis, 'opened').push(url);
      };
    });
    await openAnswerLink(page, 'A good link');
    await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'opened'))).toEqual(['https://example.com/good']);
    await page.getByRole('link', { name: 'An old link' }).click();
    await expect.poll(() => logged(workbench)).toContain('external address opened');
    expect(await app.evaluate(() => Reflect.get(globalThis, 'opened'))).toEqual(['https://example.com/good']);
  });
});

test.describe('the packaged app', () => {
  onlyIn(['packaged'], 'fuses and the archive exist only in the package');

  test('runs from its archive, with the fuses that the package step read back', async ({ workbench }) => {
    const facts = await appOf(workbench).evaluate(({ app }) => ({ packaged: app.isPackaged, path: app.getAppPath() }));
    expect(facts.packaged).toBe(true);
    expect(facts.path).toMatch(/app\.asar$/);
  });
});

async function openAnswerLink(page: Page, name: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message to the agent' });
  await page.getByRole('button', { name: /^Model: / }).click();
  await page.getByRole('menuitemradio', { name: /desk/ }).click();
  await composer.fill('Show links');
  await composer.press('Enter');
  await page.getByRole('link', { name }).click();
}
