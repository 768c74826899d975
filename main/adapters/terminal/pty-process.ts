import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { TerminalEnd, TerminalSize } from '../../core/ports';
import { cutStart } from '../../../shared/text/cut-text';
import { appRoot } from '../files/app-root';
import { endProcesses, findRunProcesses, RUN_MARK } from '../shell/process-group';

/** The kernel echoes what is typed while it is written: more at once would hold the thread. */
const WRITE_CHARS = 2048;
/** What a program does not read is dropped beyond this. */
const MAX_UNREAD = 2 * 1024 * 1024;
const STOP_GRACE_MS = 300;

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
  readonly ended: Promise<TerminalEnd>;
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
  const ended = new Promise<TerminalEnd>((resolve) => {
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
    write: queueWrites((text) => whileAlive(() => pty.write(text))),
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

/** Hands text on in pieces, each in a turn of the event loop of its own. */
function queueWrites(write: (text: string) => void): (data: string) => void {
  let waiting = '';
  let working = false;
  async function work(): Promise<void> {
    working = true;
    while (waiting !== '') {
      const piece = cutStart(waiting, WRITE_CHARS);
      waiting = waiting.slice(piece.length);
      write(piece);
      if (waiting !== '') await setImmediate();
    }
    working = false;
  }
  return (data) => {
    if (waiting.length + data.length > MAX_UNREAD) return;
    waiting += data;
    if (!working) void work();
  };
}
