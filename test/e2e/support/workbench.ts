import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';

export const ROOT = resolve(import.meta.dirname, '../../..');

/** How a test wants its workbench. */
export interface Boot {
  /** Language of the system. */
  language: 'en' | 'ja';
  /** Model of new sessions: a script of `test/e2e/scripts` as `scripted/<name>`; absent: the default without a key. */
  model?: string;
  /** More of the home's `config.json`. */
  config: Record<string, unknown>;
  /** More environment of the host. */
  env: Record<string, string>;
  /** Files of a project folder to open instead of the sample: path → text. */
  files?: Record<string, string>;
  colorScheme: 'light' | 'dark';
}

export interface CliResult {
  code: number;
  out: string;
  err: string;
}

/** A page of a shell on a fresh home. */
export interface Shell {
  page: Page;
  /** Only in `electron` and `packaged`. */
  app?: ElectronApplication;
  /** Only in `serve`: `http://127.0.0.1:port`. */
  origin?: string;
  /** Another window (Electron) or tab (serve) of the same host. */
  openWindow(): Promise<Page>;
  /** What the person's clipboard holds. */
  readClipboard(): Promise<string>;
  /** Ends the host at once, as a power cut would. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export interface Place {
  base: string;
  home: string;
  /** The folder that the shell is started on; absent: the sample project. */
  folder?: string;
  env: Record<string, string>;
}

/** Everything that one workbench touches, in a new temporary folder: home, the person's own home, project. */
export function makePlace(boot: Boot): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'vitrine-e2e-')));
  const home = join(base, 'home');
  const person = join(base, 'person');
  mkdirSync(join(home, 'scripts'), { recursive: true });
  mkdirSync(person, { recursive: true });
  const scripts = join(ROOT, 'test/e2e/scripts');
  for (const name of readdirSync(scripts)) cpSync(join(scripts, name), join(home, 'scripts', name));
  const config = { version: 1, ...(boot.model === undefined ? {} : { model: boot.model }), ...boot.config };
  if (Object.keys(config).length > 1) writeFileSync(join(home, 'config.json'), JSON.stringify(config));
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined && !isOwnToTests(name)) env[name] = value;
  Object.assign(env, {
    HOME: person,
    XDG_CONFIG_HOME: join(person, '.config'),
    VITRINE_HOME: home,
    LANG: `${boot.language === 'ja' ? 'ja_JP' : 'en_US'}.UTF-8`,
  });
  Object.assign(env, boot.env);
  if (boot.files === undefined) return { base, home, env };
  const folder = join(base, 'project');
  for (const [path, text] of Object.entries(boot.files)) {
    mkdirSync(resolve(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { base, home, folder, env };
}

function isOwnToTests(name: string): boolean {
  return /^(LC_|LANG|ANTHROPIC_|VITRINE_|NODE_OPTIONS$|ELECTRON_|XDG_)/.test(name);
}

export function removePlace({ base }: Place): void {
  rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** The command line on the same home, as a process of its own. */
export function runCli(place: Place, args: readonly string[]): Promise<CliResult> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, 'bin/vitrine.mjs'), ...args],
      { cwd: place.folder ?? join(place.home, 'sample'), env: place.env, maxBuffer: 1 << 26 },
      (error, out, err) => done({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, out, err }),
    );
    child.stdin?.end();
  });
}
