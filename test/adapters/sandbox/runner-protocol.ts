import type { SandboxGrant } from '../../../shared/model/sandbox';
import type { SandboxReplacement, SandboxSupport } from '../../../main/core/ports';

export interface RunnerCommand {
  command: string;
  cwd?: string;
  grant?: Partial<SandboxGrant>;
  /** Rules that deny, as settings write them: what they say of the project is granted and hidden accordingly. */
  denials?: string[];
  background?: boolean;
  session?: string;
  /** It is stopped once it has said something, or once the others of its step have ended. */
  stop?: 'after-output' | 'after-others';
  timeoutMs?: number;
}

/** Steps one after the other, the commands of a step side by side. */
export interface RunnerRequest {
  home: string;
  scratch: string;
  grant: SandboxGrant;
  steps: RunnerCommand[][];
}

export interface RunnerResult {
  output: string;
  exitCode?: number;
  leftovers: number;
  timedOut: boolean;
  aborted: boolean;
  refusedHosts: string[];
  removed: string[];
  replaced: SandboxReplacement[];
  hiddenWhole: readonly string[];
}

export interface RunnerAnswer {
  support: SandboxSupport;
  results: RunnerResult[];
}
