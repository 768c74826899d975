import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { bundleForNode, root } from './bundle-for-node.mjs';

/** Names the folder of this run's build to the processes of the tests. */
const FOLDER = 'VITRINE_TEST_CLI';
export const CLI = resolve(process.env[FOLDER] ?? root, 'cli.cjs');

/** Builds the command line as the product does, once before the tests that run it side by side. Each run has a build of its own. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = resolve(root, `out/test-cli-${process.pid}`);
  process.env[FOLDER] = folder;
  await bundleForNode(folder, { cli: resolve(root, 'main/cli/index.ts') }, { external: [/^@vscode\/ripgrep/] });
  return () => rm(folder, { recursive: true, force: true });
}

export interface CliResult {
  code: number | null;
  out: string;
  err: string;
}

export interface CliOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Called with all of standard output so far, and with a way to signal the process. */
  watch?(out: string, kill: (signal: NodeJS.Signals) => void): void;
}

/** Runs the command line as a process of its own, without a terminal, and waits for its end. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { ANTHROPIC_API_KEY: _key, DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...inherited } = process.env;
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: options.cwd ?? root,
    env: { ...inherited, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    options.watch?.(out, (signal) => child.kill(signal));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}
