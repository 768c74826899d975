import type { CommandSandbox, SandboxReplacement, SandboxSupport } from '../../core/ports';

export interface LaunchRequest extends CommandSandbox {
  program: string;
  /** Arguments of the program. `prepare` is text that sets limits: a shell runs it first, and gets none at a terminal, where it is done before. */
  args(prepare: string): readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** Called with each host that is refused, as `host:port`. */
  onRefusedHost?: ((target: string) => void) | undefined;
  /** It runs at a pseudo-terminal, which hands on no other descriptors than its own. */
  terminal?: boolean;
  /** It runs beside what the person does: in the background, or as a shell. */
  lasting?: boolean;
}

/** What to start instead of the program. */
export interface SandboxLaunch {
  file: string;
  args: string[];
  env: Record<string, string>;
  /** For the start; where the program runs is among the arguments. */
  cwd: string;
  /** Open descriptors that the child must have from number 4 on. To be closed once it has started. */
  descriptors: number[];
  /** To be called at once with the process that was started. */
  started(pid: number): void;
  /** Hosts that were refused so far, as `host:port`. */
  refusedHosts(): string[];
  /** Hosts that were let through so far, as `host:port`. */
  reachedHosts(): string[];
  /** What somebody outside replaced, so far, that is hidden or protected. */
  replaced(): SandboxReplacement[];
  /** Paths that it finds empty and closed, from its start on. */
  hidden: readonly string[];
  /** Folders among them that are hidden as a whole, since more in them is guarded than can be hidden one by one. */
  hiddenWhole: readonly string[];
  /** To be called when it has ended, or could not be started. Gives the paths of what it made and may not stay. */
  end(): string[];
}

export interface Sandbox {
  /** Looks once, and again after a while where there was none. Never rejects. */
  support(): Promise<SandboxSupport>;
  /** Rejects in plain words where the command cannot be isolated: it must then not run. */
  launch(request: LaunchRequest): Promise<SandboxLaunch>;
  /** Gives up what the session has: its temp folder and its network. */
  close(session: string): Promise<void>;
  /** Gives up everything. */
  stop(): Promise<void>;
}

export interface SandboxOptions {
  /** The person's home. */
  home: string;
  /** PATH of the person: their tools stay readable. */
  path: string;
  /** Where processes of the product tell each other what they made on the disk. */
  leases: string;
}
