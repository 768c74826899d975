import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { type HookCommand, type HookOutput, type HookProcess, NO_OUTPUT } from '../../core/hooks/hook-runner';
import { sayRun } from '../../core/hooks/hook-run-words';
import { endLaunch } from '../sandbox/end-launch';
import type { Sandbox, SandboxLaunch } from '../sandbox/sandbox';
import { messageOf } from '../storage/system-error';
import { commandEnvironment } from '../shell/command-environment';
import type { OutputPipe } from '../shell/output-pipes';
import { endProcesses, findRunProcesses, RUN_MARK } from '../shell/process-group';
import type { ProcessRecords } from '../shell/process-records';
import { keepBeginning, type BoundedStream } from './bounded-stream';
import { makeExportFile } from './export-file';
import { openInput } from './input-file';

/** How long a stream is waited for that something still holds after the program has ended. */
const DRAIN_MS = 150;
const GRACE_MS = 500;

export interface CommandHookParts {
  /** The shell that runs commands. */
  program: string;
  env: Record<string, string | undefined>;
  openPipe(): Promise<OutputPipe>;
  sandbox?: Sandbox;
  records?: ProcessRecords;
}

interface Streams {
  stdout: BoundedStream;
  stderr: BoundedStream;
}

/** Runs a command in a process group and session of its own and ends whatever it leaves behind. */
export function runCommandHook(parts: CommandHookParts, id: string, command: HookCommand): HookProcess {
  let sayLine: (line: Promise<string | undefined> | undefined) => void = () => undefined;
  const firstLine = new Promise<string | undefined>((resolve) => {
    sayLine = resolve;
  });
  const run = command.exports === true ? executeWithExports : execute;
  const result = run(parts, id, command, (line) => sayLine(line)).catch((error: unknown) => {
    sayLine(undefined);
    return notStarted(error);
  });
  return { firstLine, result };
}

async function executeWithExports(...[parts, id, given, onStart]: Parameters<typeof execute>): Promise<HookOutput> {
  const file = await makeExportFile(given);
  try {
    const output = await execute(parts, id, file.command, onStart);
    const exports = file.read();
    return { ...output, ...(exports === undefined ? {} : { exports }) };
  } finally {
    file.remove();
  }
}

async function execute(
  parts: CommandHookParts,
  id: string,
  command: HookCommand,
  onStart: (firstLine: Promise<string | undefined>) => void,
): Promise<HookOutput> {
  const env = commandEnvironment(parts.env, command.env);
  const launch = await launchFor(parts, command, env);
  const followed = launch === undefined ? await parts.records?.follow(id) : undefined;
  try {
    return await executeIn(parts, id, command, env, launch, onStart, (pid) => followed?.started(pid));
  } finally {
    followed?.ended();
  }
}

async function executeIn(
  parts: CommandHookParts,
  id: string,
  command: HookCommand,
  env: Record<string, string>,
  launch: SandboxLaunch | undefined,
  onStart: (firstLine: Promise<string | undefined>) => void,
  onProcess: (pid: number) => void,
): Promise<HookOutput> {
  const [out, err] = await openPipes(parts, launch);
  const streams: Streams = {
    stdout: keepBeginning(out.reader, command.maxBytes),
    stderr: keepBeginning(err.reader, command.maxBytes),
  };
  onStart(streams.stdout.firstLine);
  const started = start(parts, id, command, env, { out, err, launch });
  if (started.pid !== undefined) onProcess(started.pid);
  const processes = started.pid === undefined ? undefined : findRunProcesses(started.pid, id);
  const interruption = watchInterruption(command);
  const first = await Promise.race([started.ended, interruption.happened]);
  interruption.forget();
  const interrupted = first === 'timeout' || first === 'abort' ? first : undefined;
  if (interrupted !== undefined) await endProcesses(processes, GRACE_MS);
  const ending = typeof first === 'string' ? await Promise.race([started.ended, wait(DRAIN_MS).then(() => KILLED)]) : first;
  const closed = Promise.all([streams.stdout.closed, streams.stderr.closed]).then(() => true);
  const drained = await Promise.race([closed, wait(DRAIN_MS).then(() => false)]);
  if (interrupted === undefined && (!drained || processes?.groupAlive() === true)) await endProcesses(processes, GRACE_MS);
  out.reader.destroy();
  err.reader.destroy();
  endLaunch(launch);
  return {
    stdout: streams.stdout.text(),
    stderr: streams.stderr.text(),
    bytes: streams.stdout.bytes() + streams.stderr.bytes(),
    cut: streams.stdout.cut() || streams.stderr.cut(),
    timedOut: interrupted === 'timeout',
    aborted: interrupted === 'abort',
    ...ending,
  };
}

/** Both or none: where one cannot be opened, the other and what the sandbox has ready are given up. */
async function openPipes({ openPipe }: CommandHookParts, launch: SandboxLaunch | undefined): Promise<[OutputPipe, OutputPipe]> {
  const [out, err] = await Promise.allSettled([openPipe(), openPipe()]);
  if (out.status === 'fulfilled' && err.status === 'fulfilled') return [out.value, err.value];
  let reason: unknown;
  for (const one of [out, err]) {
    if (one.status === 'rejected') {
      reason = one.reason;
    } else {
      one.value.closeWriteEnd();
      one.value.reader.destroy();
    }
  }
  launch?.descriptors.forEach(closeSync);
  launch?.end();
  throw reason;
}

type Ending = Pick<HookOutput, 'exitCode' | 'signal' | 'failure' | 'detail'>;
const KILLED: Ending = { signal: 'SIGKILL' };

/**
 * Outside a sandbox a shell stands between the host and the command: a command that ends its parent, or its parent's group, ends itself.
 * Inside one, that is the sandbox.
 */
function start(
  { program }: CommandHookParts,
  id: string,
  command: HookCommand,
  env: Record<string, string>,
  { out, err, launch }: { out: OutputPipe; err: OutputPipe; launch: SandboxLaunch | undefined },
): { pid: number | undefined; ended: Promise<Ending> } {
  const descriptors = launch?.descriptors ?? [];
  const between = ['-c', '"$0" "$@"; exit $?', ...programOf(program, command, '')];
  const what = launch ?? { file: '/bin/sh', args: between, cwd: command.cwd, env };
  let input: number | undefined;
  try {
    input = openInput(command.input);
    const child = spawn(what.file, what.args, {
      cwd: what.cwd,
      env: { ...what.env, [RUN_MARK]: id },
      detached: true,
      stdio: [input, out.writeEnd, err.writeEnd, 'ignore', ...descriptors],
    });
    if (child.pid !== undefined) launch?.started(child.pid);
    const ended = new Promise<Ending>((resolve) => {
      child.once('exit', (code, signal) => resolve(code === null ? { signal: signal ?? 'SIGKILL' } : { exitCode: code }));
      child.once('error', (error) => resolve(failedStart(error)));
    });
    return { pid: child.pid, ended };
  } catch (error) {
    launch?.end();
    throw error;
  } finally {
    out.closeWriteEnd();
    err.closeWriteEnd();
    if (input !== undefined) closeSync(input);
    descriptors.forEach(closeSync);
  }
}

/** Program and arguments. `prepare` sets limits: a shell runs it first. */
function programOf(program: string, { command, args }: HookCommand, prepare: string): string[] {
  if (args === undefined) return [program, '-c', `${prepare} eval "$1"`, program, command];
  return prepare === '' ? [command, ...args] : [program, '-c', `${prepare} exec "$@"`, program, command, ...args];
}

/** Where isolation is asked for, there is no way around it. */
async function launchFor(
  { sandbox, program }: CommandHookParts,
  command: HookCommand,
  env: Record<string, string>,
): Promise<SandboxLaunch | undefined> {
  if (command.sandbox === undefined) return undefined;
  if (sandbox === undefined) throw new Error('there is no sandbox here');
  const args = (prepare: string) => programOf(program, command, prepare === '' ? ':;' : prepare).slice(1);
  return sandbox.launch({ ...command.sandbox, program, args, cwd: command.cwd, env });
}

function notStarted(error: unknown): HookOutput {
  return { ...NO_OUTPUT, ...failedStart(error) };
}

function failedStart(error: unknown): Pick<HookOutput, 'failure' | 'detail'> {
  const { message, detail } = sayRun('not-started', { said: messageOf(error) });
  return { failure: message, detail };
}

function watchInterruption({ timeoutMs, signal }: HookCommand): { happened: Promise<'abort' | 'timeout'>; forget(): void } {
  let forget: () => void = () => undefined;
  const happened = new Promise<'abort' | 'timeout'>((resolve) => {
    const onAbort = () => resolve('abort');
    const timer = setTimeout(() => resolve('timeout'), timeoutMs);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    forget = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
  });
  return { happened, forget: () => forget() };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
