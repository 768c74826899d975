import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Session, WebContents } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';

/** Electron itself runs in the end-to-end tests; here stands what the hardening asked it for. */
const electron = vi.hoisted(() => ({
  packaged: true,
  switches: new Set<string>(),
  sandboxed: false,
  created: undefined as ((event: unknown, contents: unknown) => void) | undefined,
}));
vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return electron.packaged;
    },
    enableSandbox: () => {
      electron.sandboxed = true;
    },
    on: (name: string, listener: (event: unknown, contents: unknown) => void) => {
      if (name === 'web-contents-created') electron.created = listener;
    },
    commandLine: { hasSwitch: (name: string) => electron.switches.has(name) },
  },
  BrowserWindow: class {},
  ipcMain: { on: () => undefined },
  screen: {},
  dialog: {},
  nativeTheme: {},
  protocol: {},
}));

const { hardenApp, hardenSession, refusesDebugging, SECURE_PREFERENCES } = await import('../../main/electron/hardening');
const { isPageUrl, pageOrigin } = await import('../../main/electron/page-origin');
const { isTrustedSender } = await import('../../main/electron/validated-ipc');

const root = resolve(import.meta.dirname, '../..');

beforeEach(() => {
  electron.packaged = true;
  electron.switches.clear();
  electron.sandboxed = false;
});

describe('every page', () => {
  function create() {
    const listeners = new Map<string, (event: { preventDefault(): void; url?: string }, url?: string) => void>();
    let opener: ((details: { url: string }) => { action: string }) | undefined;
    hardenApp(() => undefined);
    electron.created?.(
      {},
      {
        on: (name: string, listener: never) => listeners.set(name, listener),
        setWindowOpenHandler: (handler: never) => {
          opener = handler;
        },
      },
    );
    const refuses = (name: string, url: string) => {
      let prevented = false;
      const event = {
        url,
        preventDefault: () => {
          prevented = true;
        },
      };
      listeners.get(name)?.(event, url);
      return prevented;
    };
    return { refuses, opener };
  }

  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('stays on its own origin (%s)', (name) => {
    const { refuses } = create();
    expect(refuses(name, 'vitrine://app/recovery')).toBe(false);
    for (const url of ['https://example.com/', 'file:///etc/passwd', 'vitrine://other/', 'vitrine://app.example/', 'javascript:alert(1)']) {
      expect(refuses(name, url), url).toBe(true);
    }
  });

  it('opens no window and attaches no webview', () => {
    const { refuses, opener } = create();
    expect(opener?.({ url: 'https://example.com/' })).toEqual({ action: 'deny' });
    expect(refuses('will-attach-webview', '')).toBe(true);
  });

  it('is sandboxed, isolated, without Node, webviews or experiments', () => {
    create();
    expect(electron.sandboxed).toBe(true);
    expect(SECURE_PREFERENCES).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
    });
    expect(SECURE_PREFERENCES).not.toHaveProperty('enableBlinkFeatures');
  });
});

describe('the session', () => {
  type Check = (contents: unknown, permission: string, origin: string) => boolean;
  type Request = (contents: Pick<WebContents, 'getURL'>, permission: string, callback: (allowed: boolean) => void) => void;

  function harden() {
    const found: {
      check?: Check;
      request?: Request;
      device?: () => boolean;
      filter?: (details: { url: string }, callback: (answer: { cancel: boolean }) => void) => void;
      urls?: string[];
    } = {};
    const session = {
      setPermissionCheckHandler: (handler: Check) => (found.check = handler),
      setPermissionRequestHandler: (handler: Request) => (found.request = handler),
      setDevicePermissionHandler: (handler: () => boolean) => (found.device = handler),
      on: () => undefined,
      webRequest: {
        onBeforeRequest: (filter: { urls: string[] }, handler: typeof found.filter) => {
          found.urls = filter.urls;
          found.filter = handler;
        },
      },
    };
    hardenSession(session as unknown as Session);
    return found;
  }

  it('grants two permissions to its own page and nothing else', () => {
    const { check, request, device } = harden();
    const asked = (permission: string, url: string) => {
      let answer = false;
      request?.({ getURL: () => url }, permission, (allowed) => (answer = allowed));
      return answer;
    };
    for (const permission of ['clipboard-sanitized-write', 'notifications']) {
      expect(check?.(undefined, permission, 'vitrine://app/')).toBe(true);
      expect(asked(permission, 'vitrine://app/')).toBe(true);
      expect(check?.(undefined, permission, 'https://example.com/')).toBe(false);
      expect(asked(permission, 'https://example.com/')).toBe(false);
    }
    for (const permission of [
      'media',
      'geolocation',
      'clipboard-read',
      'openExternal',
      'fileSystem',
      'usb',
      'midi',
      'fullscreen',
      'display-capture',
    ]) {
      expect(check?.(undefined, permission, 'vitrine://app/')).toBe(false);
      expect(asked(permission, 'vitrine://app/')).toBe(false);
    }
    expect(device?.()).toBe(false);
  });

  it('lets the page reach no network', () => {
    const { filter, urls } = harden();
    expect(urls).toEqual(expect.arrayContaining(['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*']));
    for (const url of ['https://example.com/', 'http://127.0.0.1:80/', 'ws://127.0.0.1/']) {
      let cancelled: boolean | undefined;
      filter?.({ url }, ({ cancel }) => (cancelled = cancel));
      expect(cancelled, url).toBe(true);
    }
  });
});

describe('remote debugging', () => {
  it.each(['remote-debugging-port', 'remote-debugging-pipe'])('is refused in a packaged app (%s)', (name) => {
    expect(refusesDebugging()).toBe(false);
    electron.switches.add(name);
    expect(refusesDebugging()).toBe(true);
    electron.packaged = false;
    expect(refusesDebugging()).toBe(false);
  });
});

describe('the page', () => {
  it('comes from the custom scheme, whatever the environment of a packaged app says', () => {
    vi.stubEnv('ELECTRON_RENDERER_URL', 'http://localhost:5173');
    expect(pageOrigin()).toBe('vitrine://app');
    electron.packaged = false;
    expect(pageOrigin()).toBe('http://localhost:5173');
    vi.unstubAllEnvs();
    expect(isPageUrl('vitrine://app')).toBe(true);
    expect(isPageUrl('vitrine://apple/')).toBe(false);
  });

  it('is the only sender that main listens to', () => {
    const frame = { origin: 'vitrine://app' };
    const sender = { id: 1, mainFrame: frame };
    const event = (change: object) => ({ sender, senderFrame: frame, ...change }) as never;
    expect(isTrustedSender(event({}))).toBeUndefined(); // no window of ours
    expect(isTrustedSender(event({ senderFrame: null }))).toBeUndefined();
    expect(isTrustedSender(event({ senderFrame: { origin: 'vitrine://app' } }))).toBeUndefined(); // not the top frame
    const foreign = { origin: 'https://example.com' };
    expect(isTrustedSender(event({ senderFrame: foreign, sender: { id: 1, mainFrame: foreign } }))).toBeUndefined();
  });
});

describe('as configuration', () => {
  it('exposes named functions to the page, never an event or a generic channel', () => {
    const preload = readFileSync(join(root, 'preload/index.ts'), 'utf8');
    expect(preload.match(/exposeInMainWorld/g)).toHaveLength(1);
    expect(preload).not.toMatch(/invoke|sendSync|ipcRenderer[^.\s,]/);
    expect(Buffer.byteLength(preload)).toBeLessThan(5_000);
  });
});
