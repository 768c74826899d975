import { type ChildProcess, spawn } from 'node:child_process';
import type { Command } from 'commander';
import { z } from 'zod';
import { appRoot } from '../adapters/files/app-root';
import type { CommandContext } from './command-context';
import { findElectron } from './find-electron';
import { existingFolder } from './open-host';
import { serveUntilStopped } from './serve-command';
import { type ExitStatus, FAILED } from './usage-error';

/** An Electron that ends with an error within this time never opened a window. */
const START_MS = 5_000;
const MAX_WORDS = 65_536;

const optionsSchema = z.object({ last: z.boolean().optional() });

export function addOpenCommand(program: Command, { output, finish }: CommandContext): void {
  program
    .command('open', { isDefault: true })
    .description('Open the workbench on a folder: in its own window, or in the browser where there can be none.')
    .argument('[dir]', 'the project folder (default: the current one)')
    .option('--last', 'the folder of last time; the sample project the first time')
    .action(async (dir: string | undefined, given: unknown) => {
      const { last } = optionsSchema.parse(given);
      const folder = last === true && dir === undefined ? undefined : existingFolder(dir);
      const found = findElectron(process.env);
      const opened = 'executable' in found ? await runDesktop(found.executable, folder) : found;
      if ('status' in opened) return finish(opened.status);
      output.note(
        `vitrine: Electron cannot run here (${opened.reason}${rootHint(opened.reason)}); serving the workbench in the browser instead`,
      );
      await serveUntilStopped({ ...(folder === undefined ? {} : { folder }), open: true }, output);
    });
}

/** Runs the desktop app to its end. Gives the reason when it never opened. */
function runDesktop(executable: string, folder: string | undefined): Promise<{ status: ExitStatus } | { reason: string }> {
  return new Promise((resolve) => {
    const child = spawn(executable, [appRoot(), ...(folder === undefined ? [] : ['--folder', folder])], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const words = collectWords(child);
    const started = Date.now();
    const end = (code: number | null, failure?: string) => {
      if (failure === undefined && (code === 0 || Date.now() - started > START_MS)) resolve({ status: code === 0 ? 0 : FAILED });
      else resolve({ reason: failure ?? lastWords(words()) ?? `it ended with ${code}` });
    };
    child.once('error', (error) => end(null, error.message));
    child.once('close', (code) => end(code));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  });
}

/** Keeps what is said while the app starts, so that a failure can be explained; afterwards passes it on. */
function collectWords(child: ChildProcess): () => string {
  let early = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (early.length < MAX_WORDS) early += chunk.toString();
  });
  setTimeout(() => child.stderr?.pipe(process.stderr), START_MS).unref();
  return () => early;
}

/** Chromium names a switch that is not ours to take: this says what can be done from here. */
function rootHint(reason: string): string {
  return /as root/i.test(reason) ? ' Start it as another user, or with ELECTRON_DISABLE_SANDBOX=1.' : '';
}

function lastWords(text: string): string | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^\[[^\]]*\]\s*/, '').trim())
    .filter((line) => line !== '');
  return lines.find((line) => /root|shared librar|display|sandbox/i.test(line)) ?? lines[lines.length - 1];
}
