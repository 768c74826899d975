import { spawn } from 'node:child_process';
import type { ProcessResult, ProcessRunner } from '../../core/ports';

const KILL_AFTER_MS = 500;

/** Programs run in a process group of their own, which is ended as a whole on a timeout or an abort. */
export function createProcessRunner(): ProcessRunner {
  return {
    run: (file, args, options) =>
      new Promise<ProcessResult>((resolve) => {
        const stdout = boundedBytes(options.maxBytes);
        const stderr = boundedBytes(options.maxBytes);
        let timedOut = false;
        const child = spawn(file, [...args], {
          cwd: options.cwd,
          env: { ...process.env, ...options.env },
          detached: process.platform !== 'win32',
          windowsHide: true,
          stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        });
        let killTimer: NodeJS.Timeout | undefined;
        const end = () => {
          signalGroup(child.pid, 'SIGTERM');
          killTimer ??= setTimeout(() => signalGroup(child.pid, 'SIGKILL'), KILL_AFTER_MS);
        };
        const timer = setTimeout(() => {
          timedOut = true;
          end();
        }, options.timeoutMs);
        const finish = (code: number | undefined, failure = '') => {
          clearTimeout(timer);
          clearTimeout(killTimer);
          options.signal?.removeEventListener('abort', end);
          resolve({
            code,
            stdout: stdout.text(),
            stderr: failure + stderr.text(),
            timedOut,
            truncated: stdout.truncated() || stderr.truncated(),
          });
        };
        child.stdout?.on('data', stdout.add);
        child.stderr?.on('data', stderr.add);
        child.once('error', (error) => finish(127, error.message));
        child.once('close', (code) => finish(code ?? undefined));
        if (options.signal?.aborted) end();
        options.signal?.addEventListener('abort', end, { once: true });
        // A program that does not read its input closes the pipe early: that is no failure.
        child.stdin?.on('error', () => undefined);
        child.stdin?.end(options.input);
      }),
  };
}

function boundedBytes(limit: number) {
  const pieces: Buffer[] = [];
  let size = 0;
  let truncated = false;
  return {
    add(piece: Buffer) {
      const room = limit - size;
      if (piece.length > room) truncated = true;
      if (room <= 0) return;
      const kept = piece.length > room ? piece.subarray(0, room) : piece;
      pieces.push(kept);
      size += kept.length;
    },
    text: () => new TextDecoder().decode(Buffer.concat(pieces), { stream: truncated }),
    truncated: () => truncated,
  };
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It ended in the meantime.
  }
}
