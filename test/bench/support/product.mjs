import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';

export const root = resolve(import.meta.dirname, '../../..');
export const cli = join(root, 'bin/vitrine.mjs');
const PEAK_HOOK = join(import.meta.dirname, 'write-peak.cjs');

const folders = [];
/** A folder that is gone when the process ends. */
export function makeFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `vitrine-bench-${name}-`));
  folders.push(folder);
  return folder;
}
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The environment without anything of the person's. */
export function environment(home, more = {}) {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, NODE_OPTIONS: _options, ANTHROPIC_BASE_URL: _url, ...inherited } = process.env;
  return { ...inherited, HOME: home, VITRINE_HOME: join(home, '.vitrine'), ANTHROPIC_API_KEY: 'bench', ...more };
}

/** Runs a Node program to its end. Gives when it started (`performance.now()`), what it said, and with `peak` its largest resident size in bytes. */
export async function runNode(args, { cwd, env, peak = false }) {
  const peakFile = join(makeFolder('peak'), 'peak');
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: peak ? { ...env, NODE_OPTIONS: `--require ${PEAK_HOOK}`, BENCH_PEAK_FILE: peakFile } : env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}:\n${err}${out}`);
  return { started, out, ...(peak && existsSync(peakFile) ? { peak: Number(readFileSync(peakFile, 'utf8')) * 1024 } : {}) };
}
