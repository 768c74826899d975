import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { IPty } from '@lydell/node-pty';
import type { ProgramEnd, TerminalSize } from '../../core/ports';
import { appRoot } from '../files/app-root';
import { endProcesses, findRunProcesses, RUN_MARK } from '../shell/process-group';
import { queueWrites } from './queue-writes';

const STOP_GRACE_MS = 300;

/** What a terminal of node-pty has outside of Windows, beyond its types. */
interface UnixParts {
  readonly fd: number;
  readonly _socket: Readable;
}

export interface ProgramStart {
  file: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  size: TerminalSize;
}

/** Nothing here throws, whatever state the program is in (invariant 2). */
export interface PtyProcess {
  readonly pid: number;
  write(data: string): void;
  resize(size: TerminalSize): void;
  hold(held: boolean): void;
  /** After the last piece of output was handed on. */
  readonly ended: Promise<ProgramEnd>;
  stop(): Promise<void>;
}

/** Starts a program as the leader of a session at a new pseudo-terminal. Rejects where that cannot be had. */
export async function startPty(run: string, start: ProgramStart, onData: (text: string) => void): Promise<PtyProcess> {
  const pty = loadPty().spawn(start.file, [...start.args], {
    name: 'xterm-256color',
    cols: start.size.columns,
    rows: start.size.rows,
    cwd: start.cwd,
    env: { ...start.env, [RUN_MARK]: run },
  });
  let alive = true;
  pty.onData(onData);
  const ended = new Promise<ProgramEnd>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      alive = false;
      resolve(signal === undefined || signal === 0 ? { exitCode } : { signal: nameSignal(signal) });
    });
  });
  const whileAlive = (use: () => void): void => {
    if (!alive) return;
    try {
      use();
    } catch {
      // It has ended, and the news of that is still on its way.
    }
  };
  return {
    pid: pty.pid,
    // Windows has a pipe there, whose writes do not wait.
    write:
      process.platform === 'win32'
        ? (text) => whileAlive(() => pty.write(text))
        : queueWrites((bytes) => (alive ? writeWithoutWaiting(pty, bytes) : undefined)),
    resize: ({ columns, rows }) => whileAlive(() => pty.resize(columns, rows)),
    hold: (held) => whileAlive(() => (held ? pty.pause() : pty.resume())),
    ended,
    async stop() {
      // An interactive shell ignores TERM; a hang-up ends it as closing a window would. Held output would delay the end.
      whileAlive(() => pty.resume());
      whileAlive(() => pty.kill('SIGHUP'));
      if (process.platform !== 'win32') await endProcesses(findRunProcesses(pty.pid, run), STOP_GRACE_MS);
      await ended;
    },
  };
}

/**
 * A native module: loaded with the first terminal, so that a machine without it lacks terminals only. By `require`: an older Electron's
 * `import()` does not find packages in the archive.
 */
function loadPty(): typeof import('@lydell/node-pty') {
  return createRequire(join(appRoot(), 'package.json'))('@lydell/node-pty');
}

function nameSignal(number: number): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
}

/**
 * How many bytes the terminal took; undefined once it is closed. `write` of the pty itself would wait on the thread until the program
 * reads. Its descriptor does not block, and is not to be used after its socket has given it up: it may be another file's by then.
 */
function writeWithoutWaiting(pty: IPty, bytes: Uint8Array): number | undefined {
  if (!hasUnixParts(pty) || pty._socket.destroyed) return undefined;
  try {
    return writeSync(pty.fd, bytes);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EAGAIN' ? 0 : undefined;
  }
}

function hasUnixParts(pty: IPty): pty is IPty & UnixParts {
  return 'fd' in pty && '_socket' in pty;
}
