import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { ShellCommand } from '../../core/ports';
import type { SandboxLaunch } from '../sandbox/sandbox';
import type { OutputPipe } from './output-pipes';
import { RUN_MARK } from './process-group';

export interface StartedShell {
  child: ChildProcess;
  folder: FolderReport;
}

/** What the shell says when it ends. */
export interface FolderReport {
  closed: Promise<void>;
  close(): void;
  path(): string | undefined;
  /** Programs that it had started and that the end of the sandbox ended. */
  leftovers(): number;
}

/** Starts the shell, or what isolates it. */
export function startShell(
  program: string,
  id: string,
  command: ShellCommand,
  env: Record<string, string>,
  pipe: OutputPipe,
  launch: SandboxLaunch | undefined,
): StartedShell {
  const descriptors = launch?.descriptors ?? [];
  const start = launch ?? { file: program, args: shellArguments(program, command.command), cwd: command.cwd, env };
  try {
    const child = spawn(start.file, start.args, {
      cwd: start.cwd,
      env: { ...start.env, [RUN_MARK]: id },
      detached: true,
      stdio: ['ignore', pipe.writeEnd, pipe.writeEnd, 'pipe', ...descriptors],
    });
    if (child.pid !== undefined) launch?.started(child.pid);
    return { child, folder: readFolder(child) };
  } catch (error) {
    launch?.end();
    pipe.reader.destroy();
    throw error;
  } finally {
    pipe.closeWriteEnd();
    descriptors.forEach(closeSync);
  }
}

/** How the shell is run in a sandbox. */
export interface InsideOptions {
  /** What it does first. */
  prepare: string;
  /** True: the sandbox lasts as long as what the shell has started, and not only as long as the shell. */
  keepsChildren: boolean;
}

/**
 * Program and arguments that run a command and report the folder in which the shell ends, on a descriptor that commands seldom use (dash
 * knows single digits only). In a sandbox, whose end ends everything, what still runs is reported before it.
 */
export function shellArguments(program: string, command: string, inside?: InsideOptions): string[] {
  const channel = program.endsWith('bash') ? 19 : 9;
  const running = inside === undefined || inside.keepsChildren || channel === 9 ? '' : `jobs -pr >&${channel}; `;
  const waiting = inside?.keepsChildren === true ? '; wait' : '';
  const setUp = inside === undefined ? '' : `${inside.prepare} `;
  return ['-c', `${setUp}exec ${channel}>&3 3>&-; trap '${running}pwd -P >&${channel}${waiting}' EXIT; eval "$1"`, program, command];
}

function readFolder(child: ChildProcess): FolderReport {
  const channel = child.stdio[3];
  let text = '';
  /** Numbers of processes, a line each, then the folder; whatever else a command writes here is no report. */
  const report = () => /^((?:\d+\n)*)(\/[^\p{Cc}\u2028\u2029]*)\n$/u.exec(text) ?? undefined;
  const closed = new Promise<void>((resolve) => {
    if (!(channel instanceof Readable)) {
      resolve();
      return;
    }
    channel.on('error', () => resolve());
    channel.on('close', () => resolve());
    channel.on('data', (bytes: Buffer) => {
      text = (text + bytes.toString('utf8')).slice(-8192);
      if (report() !== undefined) resolve();
    });
  });
  return {
    closed,
    close: () => {
      if (channel instanceof Readable) channel.destroy();
    },
    path: () => report()?.[2],
    leftovers: () => (report()?.[1] ?? '').split('\n').length - 1,
  };
}
