import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Searches that run at once: more of them only take the processors from each other, from the host and from the page. */
const MOST_AT_ONCE = 2 * availableParallelism();

let running = 0;
const waiting: Array<() => void> = [];
let lastStart: Promise<void> = Promise.resolve();

/** Starting a process holds up the event loop: each search starts in a turn of its own, so that others get theirs in between. */
async function takePlace(): Promise<void> {
  if (running < MOST_AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  lastStart = lastStart.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  return lastStart;
}

function leavePlace(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}

/**
 * Streams ripgrep's output line by line. `onLine` returns false when it has enough: the search is then stopped. Resolves with
 * true when it was stopped or aborted before its end. Rejects with ripgrep's own words on a bad pattern.
 */
export async function runRipgrep(
  [file = '', ...before]: readonly string[],
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
  onLine: (line: string) => boolean,
  separator = '\n',
): Promise<boolean> {
  await takePlace();
  return new Promise<boolean>((resolve, reject) => {
    const child = spawn(file, [...before, '--no-config', '--no-messages', '--color=never', ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let rest = '';
    let errors = '';
    let stopped = false;
    const stop = () => {
      stopped = true;
      child.stdout.destroy();
      child.kill('SIGKILL');
    };
    const take = (line: string) => {
      if (!stopped && !onLine(line)) stop();
    };
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      const lines = (rest + text).split(separator);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (stopped) return;
        take(line);
      }
      // A large tree comes in faster than it is looked through: give the event loop its turn after each piece.
      child.stdout.pause();
      setImmediate(() => child.stdout.resume());
    });
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      errors = (errors + text).slice(0, 4000);
    });
    child.once('error', (error) => {
      signal.removeEventListener('abort', stop);
      reject(new Error(`ripgrep could not be started: ${error.message}`));
    });
    child.once('close', (code) => {
      signal.removeEventListener('abort', stop);
      if (stopped) {
        resolve(true);
        return;
      }
      if (rest !== '') take(rest);
      if (code === 2 && errors !== '') reject(new Error(errors.trim()));
      else resolve(stopped);
    });
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  }).finally(leavePlace);
}
