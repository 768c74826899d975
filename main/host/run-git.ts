import { QUIET_GIT, QUIET_GIT_ENV } from '../core/kernel/quiet-git';
import type { ProcessResult } from '../core/ports';
import type { HostPorts } from './host-ports';

const DEADLINE_MS = 60_000;
const MOST_BYTES = 32_000_000;

/** Runs git in a folder, starting nothing that the repository names. */
export type RunGit = (cwd: string, ...args: string[]) => Promise<ProcessResult>;

export interface GitOptions {
  timeoutMs?: number;
  maxBytes?: number;
  /** Beside what keeps git quiet. */
  env?: Readonly<Record<string, string>>;
  input?: string;
}

export function createGitRunner(process: HostPorts['process'], { env, ...options }: GitOptions = {}): RunGit {
  return (cwd, ...args) =>
    process.run('git', [...QUIET_GIT, ...args], {
      timeoutMs: DEADLINE_MS,
      maxBytes: MOST_BYTES,
      ...options,
      cwd,
      env: { ...QUIET_GIT_ENV, ...env },
    });
}

/** What git says on why it did not do something. */
export function lastLine({ stderr, stdout }: ProcessResult): string {
  return (stderr.trim() || stdout.trim()).split('\n').at(-1) ?? 'git could not be run';
}

/** The entries of an answer to `-z`. */
export function splitNul({ stdout }: ProcessResult): string[] {
  return stdout.split('\0').filter((entry) => entry !== '');
}
