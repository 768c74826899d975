// `npm start [-- DIR]`: builds when sources are newer than the build, then opens the workbench in Electron. Where Electron cannot
// run it says why in one line, and serves the same workbench on loopback instead.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const sources = ['main', 'preload', 'renderer', 'shared', 'electron.vite.config.ts', 'package-lock.json'];
const outputs = ['out/main/index.cjs', 'out/main/cli.cjs', 'out/preload/index.cjs', 'out/renderer/index.html'];
const downloadLimitMs = 1000 * Number(process.env['VITRINE_ELECTRON_WAIT'] ?? 180);
/** An Electron that ends with an error within this time never opened a window. */
const startLimitMs = 5_000;
const args = process.argv.slice(2);

if (isStale() && !build()) process.exit(1);

const reason = hasDisplay() ? await openInElectron() : 'there is no display';
if (reason !== undefined) {
  console.error(`Electron cannot run here (${reason}): serving the workbench in the browser instead.`);
  const open = hasDisplay() ? [] : ['--no-open'];
  process.exitCode = await runToEnd(process.execPath, [join(root, 'bin/vitrine.mjs'), 'serve', ...args, ...open]);
}

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
  const done = spawnSync(process.execPath, [command, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
  return done.status === 0;
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

/** Runs until the app ends. Gives the reason when it never opened, else `undefined`. */
async function openInElectron() {
  const executable = findElectron() ?? (await downloadElectron());
  if (executable === undefined) return 'its program is not installed and could not be downloaded';
  return startElectron(executable);
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
  return findElectron();
}

function startElectron(executable) {
  return new Promise((settle) => {
    const child = spawn(executable, [root, ...args], { cwd: process.cwd(), stdio: ['ignore', 'inherit', 'pipe'] });
    let early = '';
    const opened = setTimeout(() => {
      process.stderr.write(early);
      child.stderr.pipe(process.stderr);
    }, startLimitMs);
    child.stderr.on('data', (chunk) => {
      if (early.length < 65_536) early += chunk;
    });
    const started = Date.now();
    const end = (code, failure) => {
      clearTimeout(opened);
      if (failure === undefined && (code === 0 || Date.now() - started > startLimitMs)) {
        if (Date.now() - started <= startLimitMs) process.stderr.write(early);
        process.exitCode = code ?? 1;
        settle(undefined);
      } else settle(failure ?? lastWords(early) ?? `it ended with ${code}`);
    };
    child.once('error', (error) => end(undefined, error.message));
    child.once('close', (code) => end(code));
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  });
}

/** The line of an Electron that failed at once that says why: without its time stamp and source position. */
function lastWords(text) {
  const lines = text.split('\n').map((line) => line.replace(/^\[[^\]]*\]\s*/, '').trim()).filter(Boolean);
  return lines.find((line) => /root|shared librar|display|sandbox/i.test(line)) ?? lines.at(-1);
}

function runToEnd(program, parameters) {
  return new Promise((settle) => {
    const child = spawn(program, parameters, { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.once('error', () => settle(1));
    child.once('close', (code) => settle(code ?? 1));
  });
}
