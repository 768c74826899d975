import { basename } from 'node:path';
import { callAtExit, forgetAtExit } from '../call-at-exit';
import { batchOutput } from './batch-output';
import { batchTail } from './batch-tail';
import { createOutputCollector } from './output-collector';
import type { OutputPipe } from './output-pipes';
import { endProcesses, findRunProcesses, killGroup } from './process-group';
import type { FollowedProcess, ProcessRecords } from './process-records';
import { shellArguments, startShell } from './start-shell';
import type { SandboxTrace, ShellCommand, ShellResult } from '../../core/ports';
import { endLaunch, traceOf } from '../sandbox/end-launch';
import type { Sandbox, SandboxLaunch } from '../sandbox/sandbox';

const DRAIN_MS = 150;
const ABORT_GRACE_MS = 100;
const TIMEOUT_GRACE_MS = 2000;
const STOP_GRACE_MS = 1000;
/** Bytes handled in one go before the event loop gets its turn. */
const BYTES_PER_TURN = 131_072;

export interface RunningCommand {
  result: Promise<ShellResult>;
  trace(): SandboxTrace;
  stop(): Promise<void>;
}

interface Ending {
  code: number | undefined;
  signal: string | undefined;
}

const NOTHING = { timedOut: false, aborted: false, head: '', tail: '', bytes: 0, chars: 0, lines: 0, leftovers: 0 };

/** What every command of a shell has in common. */
export interface CommandRunner {
  program: string;
  openPipe(): Promise<OutputPipe>;
  sandbox?: Sandbox;
  /** Where what runs outside of a sandbox is written down: nothing else ends it once this process was killed. */
  records?: ProcessRecords;
}

interface Start {
  launch: SandboxLaunch | undefined;
  followed: FollowedProcess | undefined;
  group: number | undefined;
}

export function runCommand(runner: CommandRunner, id: string, command: ShellCommand, env: Record<string, string>): RunningCommand {
  const stopping = new AbortController();
  const start: Start = { launch: undefined, followed: undefined, group: undefined };
  // A sandbox that has only begun does not know yet that it ends with this process.
  const kill = () => killGroup(start.group);
  callAtExit(kill);
  const prepare = async () => {
    start.launch = await launchFor(runner, command, env);
    if (start.launch === undefined) start.followed = await runner.records?.follow(id);
    return start;
  };
  const result = execute(runner, id, command, env, stopping.signal, prepare)
    .catch((error: unknown) => notStarted(command, error))
    .finally(() => {
      forgetAtExit(kill);
      start.followed?.ended();
    });
  return {
    result,
    trace: () => traceOf(start.launch),
    async stop() {
      stopping.abort();
      await result;
    },
  };
}

async function execute(
  runner: CommandRunner,
  id: string,
  command: ShellCommand,
  env: Record<string, string>,
  stop: AbortSignal,
  prepare: () => Promise<Start>,
): Promise<ShellResult> {
  // What runs on without a turn is counted by what it prints.
  const batcher = command.background === true ? batchOutput(command.onOutput) : batchTail(command.onOutput);
  const collector = createOutputCollector({
    maxChars: command.maxChars,
    spillPath: command.spillPath,
    spillAlways: command.background === true,
    onText: batcher.add,
  });
  const started = await prepare();
  const { launch, followed } = started;
  const pipe = await runner.openPipe();
  if (command.signal.aborted || stop.aborted) {
    launch?.end();
    pipe.closeWriteEnd();
    pipe.reader.destroy();
    return { ...NOTHING, aborted: true, cwd: command.cwd };
  }
  const { child, folder } = startShell(runner.program, id, command, env, pipe, launch);
  if (child.pid !== undefined) followed?.started(child.pid);
  started.group = child.pid;
  const output = consume(pipe, (bytes) => collector.add(bytes));
  let failure = '';
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code: code ?? undefined, signal: signal ?? undefined }));
    child.once('error', (error) => {
      failure = `${error.message}\n`;
      resolve({ code: 127, signal: undefined });
    });
  });
  const processes = child.pid === undefined ? undefined : findRunProcesses(child.pid, id);
  const interruption = watchInterruption(command, stop);
  const end = command.background === true ? Promise.all([ended, output.closed]).then(([ending]) => ending) : ended;

  const first = await Promise.race([end, interruption.happened]);
  const interrupted = typeof first === 'string' ? first : undefined;
  let ending: Ending;
  let leftovers = 0;
  if (interrupted !== undefined) {
    await endProcesses(processes, { abort: ABORT_GRACE_MS, timeout: TIMEOUT_GRACE_MS, stop: STOP_GRACE_MS }[interrupted]);
    ending = await Promise.race([ended, wait(DRAIN_MS).then(() => ({ code: undefined, signal: 'SIGKILL' }))]);
  } else {
    ending = typeof first === 'string' ? { code: undefined, signal: undefined } : first;
  }
  interruption.forget();
  await Promise.race([Promise.all([output.closed, folder.closed]), wait(DRAIN_MS)]);
  if (
    command.background !== true &&
    interrupted === undefined &&
    processes !== undefined &&
    (!output.isClosed() || processes.groupAlive())
  ) {
    leftovers = (await processes.alive()).length;
    if (leftovers > 0) await endProcesses(processes, ABORT_GRACE_MS);
  }
  pipe.reader.destroy();
  folder.close();
  const trace = endLaunch(launch);
  if (failure !== '') await collector.add(new TextEncoder().encode(failure));
  const collected = await collector.end();
  batcher.flush();
  return {
    exitCode: ending.code,
    signal: ending.signal,
    timedOut: interrupted === 'timeout',
    aborted: interrupted === 'abort' || interrupted === 'stop',
    head: collected.head,
    tail: collected.tail,
    bytes: collected.bytes,
    chars: collected.chars,
    lines: collected.lines,
    spill: collected.spilled ? basename(command.spillPath) : undefined,
    cwd: folder.path() ?? command.cwd,
    leftovers: leftovers + folder.leftovers(),
    ...trace,
  };
}

/** Where isolation is asked for, there is no way around it. */
async function launchFor(
  { sandbox, program }: CommandRunner,
  { sandbox: wanted, cwd, background, command }: ShellCommand,
  env: Record<string, string>,
): Promise<SandboxLaunch | undefined> {
  if (wanted === undefined) return undefined;
  if (sandbox === undefined) throw new Error('there is no sandbox here');
  const args = (prepare: string) => shellArguments(program, command, { prepare, keepsChildren: background === true });
  return sandbox.launch({ ...wanted, program, args, cwd, env, lasting: background === true });
}

/** For example a command that is longer than what the system takes as an argument. */
function notStarted(command: ShellCommand, error: unknown): ShellResult {
  const head = `The command could not be started: ${error instanceof Error ? error.message : String(error)}`;
  return { ...NOTHING, exitCode: 126, head, bytes: head.length, chars: head.length, lines: 1, cwd: command.cwd };
}

/** Reads with pauses, so that a flood neither fills the memory nor holds the thread. */
function consume(pipe: OutputPipe, take: (bytes: Uint8Array) => Promise<void> | undefined) {
  const { reader } = pipe;
  let closed = false;
  let handled = 0;
  const whenClosed = new Promise<void>((resolve) => {
    reader.once('close', () => {
      closed = true;
      resolve();
    });
  });
  const resume = () => {
    handled = 0;
    reader.resume();
  };
  reader.on('error', () => reader.destroy());
  reader.on('data', (bytes: Buffer) => {
    handled += bytes.length;
    const ready = take(bytes);
    if (ready === undefined && handled < BYTES_PER_TURN) return;
    reader.pause();
    if (ready === undefined) setImmediate(resume);
    else void ready.then(() => setImmediate(resume));
  });
  return { closed: whenClosed, isClosed: () => closed };
}

function watchInterruption(command: ShellCommand, stop: AbortSignal) {
  let forget = () => {};
  const happened = new Promise<'abort' | 'timeout' | 'stop'>((resolve) => {
    const onAbort = () => resolve('abort');
    const onStop = () => resolve('stop');
    const timer = Number.isFinite(command.timeoutMs) ? setTimeout(() => resolve('timeout'), command.timeoutMs) : undefined;
    command.signal.addEventListener('abort', onAbort, { once: true });
    stop.addEventListener('abort', onStop, { once: true });
    forget = () => {
      clearTimeout(timer);
      command.signal.removeEventListener('abort', onAbort);
      stop.removeEventListener('abort', onStop);
    };
  });
  return { happened, forget: () => forget() };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
