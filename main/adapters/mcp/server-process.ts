import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerError } from '../../core/mcp/server-connection';
import type { Ids } from '../../core/ports';
import { endLaunch } from '../sandbox/end-launch';
import type { Sandbox, SandboxLaunch } from '../sandbox/sandbox';
import { findShell } from '../shell/find-shell';
import { endProcesses, findRunProcesses, RUN_MARK } from '../shell/process-group';
import { messageOf, systemCode } from '../storage/system-error';
import type { StdioLaunch } from './launches';
import type { ProcessRecords } from '../shell/process-records';
import { serverEnvironment } from './server-environment';

export interface ProcessParts {
  ids: Ids;
  /** The person's environment. */
  env: Readonly<Record<string, string | undefined>>;
  loginPath(): Promise<string>;
  records: ProcessRecords;
  sandbox?: Sandbox;
}

/** A server as a process group and session of its own. */
export interface ServerProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves with how it ended, in words for a person. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends its input, then TERM, then KILL, for all that it has started. Resolves when nothing is left. Never rejects. */
  stop(): Promise<void>;
  /** KILL at once, for the end of this process. */
  kill(): void;
}

export interface ProcessEnd {
  exitCode?: number;
  detail: string;
}

/** How long a server has to end by itself once its input has ended. */
const LEAVE_MS = 500;
const GRACE_MS = 1000;

/** What is told of a process while it runs. */
export interface ProcessEvents {
  /** All of its error output, also of a program that ends at once. */
  onStderr(text: string): void;
  /** A host that its sandbox kept it from. */
  onRefusedHost?: ((target: string) => void) | undefined;
}

/** Rejects with a `ServerError` of kind `cannot-start`. */
export async function startServerProcess(
  launch: StdioLaunch,
  parts: ProcessParts,
  { onStderr, onRefusedHost }: ProcessEvents,
): Promise<ServerProcess> {
  const mark = parts.ids.next('mcp');
  const path = await parts.loginPath();
  const env = serverEnvironment(parts.env, path, launch.env);
  try {
    const inside = await enterSandbox(launch, env, parts.sandbox, onRefusedHost);
    await parts.records.begin(mark);
    const child = await startChild(launch, { ...(inside?.env ?? env), [RUN_MARK]: mark }, inside, onStderr);
    const noted = parts.records.started(mark, child.pid);
    // Before anything is waited for: a program that ends at once would end unseen.
    const supervised = superviseChild(child, mark, async () => {
      endLaunch(inside);
      await noted.catch(() => undefined);
      await parts.records.end(mark);
    });
    await noted.catch(async (error: unknown) => {
      await supervised.stop();
      throw error;
    });
    return supervised;
  } catch (error) {
    await parts.records.end(mark);
    throw new ServerError('cannot-start', explainStart(error, launch, env['PATH'] ?? ''));
  }
}

type StartedChild = ChildProcess & { pid: number; stdin: Writable; stdout: Readable; stderr: Readable };

async function enterSandbox(
  { sandbox: wanted, command, args, cwd }: StdioLaunch,
  env: Record<string, string>,
  sandbox: Sandbox | undefined,
  onRefusedHost: ProcessEvents['onRefusedHost'],
): Promise<SandboxLaunch | undefined> {
  if (wanted === undefined) return undefined;
  if (sandbox === undefined) throw new Error('there is no sandbox here');
  const program = findShell();
  // A shell sets the limits, then becomes the server.
  const run = (prepare: string) => ['-c', `${prepare === '' ? ':;' : prepare} exec "$@"`, program, command, ...args];
  return sandbox.launch({ ...wanted, program, args: run, cwd, env, lasting: true, onRefusedHost });
}

async function startChild(
  launch: StdioLaunch,
  env: Record<string, string>,
  inside: SandboxLaunch | undefined,
  onStderr: (text: string) => void,
): Promise<StartedChild> {
  const { file, args, cwd } = inside ?? { file: launch.command, args: [...launch.args], cwd: launch.cwd };
  const descriptors = inside?.descriptors ?? [];
  try {
    const child = spawn(file, args, {
      cwd,
      env,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe', ...(inside === undefined ? [] : ['ignore' as const, ...descriptors])],
    });
    // At once: what nobody reads when a process ends is thrown away.
    child.stderr
      ?.setEncoding('utf8')
      .on('data', onStderr)
      .on('error', () => undefined);
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    if (!isStarted(child)) throw new Error('it has no streams');
    inside?.started(child.pid);
    return child;
  } catch (error) {
    inside?.end();
    throw error;
  } finally {
    descriptors.forEach(closeSync);
  }
}

function isStarted(child: ChildProcess): child is StartedChild {
  return child.pid !== undefined && child.stdin !== null && child.stdout !== null && child.stderr !== null;
}

function superviseChild(child: StartedChild, mark: string, release: () => Promise<void>): ServerProcess {
  const { pid, stdin, stdout, stderr } = child;
  let stopping: Promise<void> | undefined;
  // A server that has ended does not read what is still written to it.
  stdin.on('error', () => undefined);
  const exited = new Promise<ProcessEnd>((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(code === null ? { detail: `it was ended by ${signal}` } : { exitCode: code, detail: `it ended with exit code ${code}` }),
    );
  });
  const drained = Promise.all([stdout, stderr].map((stream) => new Promise((resolve) => stream.once('close', resolve))));

  async function endAll(): Promise<void> {
    stdin.end();
    await Promise.race([exited, sleep(LEAVE_MS, undefined, { ref: false })]);
    await endProcesses(findRunProcesses(pid, mark), GRACE_MS);
    await Promise.race([drained, sleep(LEAVE_MS, undefined, { ref: false })]);
    stdout.destroy();
    stderr.destroy();
    await release().catch(() => undefined);
  }
  const stop = () => {
    stopping ??= endAll();
    return stopping;
  };
  // What it left behind ends with it.
  const ended = exited.then(async (end) => {
    await Promise.race([drained, sleep(LEAVE_MS, undefined, { ref: false })]);
    void stop();
    return end;
  });
  return {
    pid,
    stdin,
    stdout,
    stderr,
    ended,
    stop,
    kill() {
      try {
        process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    },
  };
}

function explainStart(error: unknown, { command, cwd }: StdioLaunch, path: string): string {
  if (systemCode(error) === 'ENOENT' && !existsSync(cwd)) return `its folder ${cwd} does not exist`;
  if (systemCode(error) === 'ENOENT') return `${command} was not found; PATH is ${path}`;
  if (systemCode(error) === 'EACCES') return `${command} may not be run`;
  return messageOf(error);
}
