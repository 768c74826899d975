import type { SaidDetail } from '../../../shared/model/said-detail';
import type { Said } from '../kernel/say-words';
import type { CommandSandbox } from '../ports';

/** What came out of a handler, whatever it was. */
export interface HookOutput {
  exitCode?: number;
  signal?: string;
  stdout: string;
  stderr: string;
  /** Bytes of both streams; more than was kept when `cut`. */
  bytes: number;
  cut: boolean;
  timedOut: boolean;
  aborted: boolean;
  /** Why it could not be run at all. */
  failure?: string;
  /** The same by a key. */
  detail?: SaidDetail;
  /** What it wrote into the file of a command that `exports`, up to a bound; absent where it wrote nothing. */
  exports?: string;
}

export interface HookCommand {
  command: string;
  /** Present: no shell. */
  args?: readonly string[];
  cwd: string;
  env: Record<string, string>;
  /** For stdin. */
  input: string;
  timeoutMs: number;
  /** Most bytes of each stream that are kept. */
  maxBytes: number;
  signal: AbortSignal;
  /** True: `CLAUDE_ENV_FILE` names a file of its own that it may write. */
  exports?: boolean;
  /** Absent: with the person's own rights. */
  sandbox?: CommandSandbox;
}

export interface HookProcess {
  /** The first line on stdout as soon as it is whole; undefined where it ends without one. */
  firstLine: Promise<string | undefined>;
  /** Never rejects. Nothing that it started is left when it resolves. */
  result: Promise<HookOutput>;
}

export interface HookRequest {
  url: string;
  /** `$NAME` and `${NAME}` of the variables that are named stand for the environment's value. */
  headers: Readonly<Record<string, string>>;
  variables: readonly string[];
  body: string;
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
}

/** Runs handlers outside this process. */
export interface HookRunner {
  start(command: HookCommand): HookProcess;
  /** Posts JSON; no redirect is followed. The body is `stdout`; a status of 2xx is exit code 0, any other is a failure. Never rejects. */
  post(request: HookRequest): Promise<HookOutput>;
  /** Ends everything that still runs. For the exit paths of the host. */
  stopAll(): Promise<void>;
}

/** What came out of a handler that could not be run. */
export function notRun({ message, detail }: Said): HookOutput {
  return { ...NO_OUTPUT, failure: message, ...(detail === undefined ? {} : { detail }) };
}

export const NO_OUTPUT: HookOutput = { stdout: '', stderr: '', bytes: 0, cut: false, timedOut: false, aborted: false };
