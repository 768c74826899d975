// `npm start [-- DIR]`: builds when sources are newer than the build, downloads Electron when it is missing, then runs
// `vitrine open`: that opens the desktop app, or says in one line why not and serves the same workbench on loopback.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const sources = ['main', 'preload', 'renderer', 'shared', 'electron.vite.config.ts', 'package-lock.json'];
const outputs = ['out/main/index.cjs', 'out/main/cli.cjs', 'out/preload/index.cjs', 'out/renderer/index.html'];
const downloadLimitMs = 1000 * Number(process.env['VITRINE_ELECTRON_WAIT'] ?? 180);
const args = process.argv.slice(2);

if (isStale() && !build()) process.exit(1);

if (hasDisplay() && findElectron() === undefined) await downloadElectron();
const command = ['open', ...(args.length > 0 ? args : ['--last'])];
const workbench = spawn(process.execPath, [join(root, 'bin/vitrine.mjs'), ...command], { stdio: 'inherit' });
// Ctrl-C reaches the workbench from the terminal: a second one from here would cut its orderly end short.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => workbench.kill('SIGTERM'));
workbench.once('close', (code) => {
  process.exitCode = code ?? 1;
});

function isStale() {
  const built = outputs.map((file) => join(root, file));
  if (!built.every((file) => existsSync(file))) return true;
  const oldest = Math.min(...built.map((file) => statSync(file).mtimeMs));
  return sources.some((source) => newestTime(join(root, source)) > oldest);
}

function newestTime(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestTime(join(path, name))));
}

function build() {
  console.error('Building the workbench (a few seconds) …');
  const command = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  if (!existsSync(command)) {
    console.error('The packages are not installed: run `npm ci` first.');
    return false;
  }
  const done = spawnSync(process.execPath, [command, 'build', '--logLevel', 'error'], { cwd: root, stdio: 'inherit' });
  return done.status === 0;
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

function findElectron() {
  const name = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform] ?? 'electron';
  const folders = [process.env['ELECTRON_OVERRIDE_DIST_PATH'], join(root, 'node_modules/electron/dist')];
  return folders.flatMap((folder) => (folder ? [join(folder, name)] : [])).find((path) => existsSync(path));
}

async function downloadElectron() {
  const folder = join(root, 'node_modules/electron');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  console.error(`Downloading Electron ${version} (about 120 MB, at most ${downloadLimitMs / 1000} s) …`);
  const started = Date.now();
  const progress = setInterval(() => console.error(`  … ${Math.round((Date.now() - started) / 1000)} s`), 5_000);
  const child = spawn(process.execPath, [join(folder, 'install.js')], { cwd: root, stdio: ['ignore', 'ignore', 'ignore'] });
  const limit = setTimeout(() => child.kill('SIGKILL'), downloadLimitMs);
  await new Promise((settle) => child.once('close', settle).once('error', settle));
  clearInterval(progress);
  clearTimeout(limit);
  if (findElectron() === undefined) console.error('Electron could not be downloaded.');
}
