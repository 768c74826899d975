import type { z } from 'zod';
import type { ResultContent } from '../../../shared/model/block';
import type { Action, CapabilityUse, ServerIdentity } from '../../../shared/model/permission';
import type { PlanAnswer } from '../../../shared/model/plan';
import type { SandboxRefusal } from '../../../shared/model/sandbox';
import type { Question } from '../../../shared/model/question';
import type { FileChange, SideEffect, ToolDisplay, ToolErrorKind } from '../../../shared/model/tool';
import type { EarlierCall } from '../audit/repeated-calls';
import type { QuestionHooks } from '../mcp/question-hooks';
import type { HideSecrets } from '../secrets/hide-secrets';
import type { SkillInvoker } from '../skills/skill-invoker';
import type { AgentStarter } from '../subagents/agent-starter';
import type {
  Clock,
  CommandSandbox,
  DocumentReader,
  FileSearch,
  FileSystem,
  Shell,
  ShellResult,
  ShellRun,
  TerminalEnd,
  WebFetcher,
  ShellVariable,
} from '../ports';

/** What the host knows of files that this session read or wrote: Edit and Write refuse when a file is no longer that. */
export interface FileLedger {
  /** SHA-256 (hex) of the whole file as the session last saw it. */
  seen(path: string): string | undefined;
  note(path: string, hash: string): void;
}

export interface BackgroundShell {
  run: ShellRun;
  command: string;
  /** What the command was found to use when it was decided about. */
  capabilities: readonly CapabilityUse[];
  /** Offsets are UTF-16. `from` is later than `offset` when what lies between can no longer be read. */
  output(offset: number, limit: number): Promise<{ text: string; from: number; total: number }>;
  /** Length of the output so far, in UTF-16 units. */
  total(): number;
  /** Where the whole output is. */
  spillPath: string;
  /** Where it started. */
  cwd: string;
  /** How it is isolated; absent: not at all. */
  sandbox?: CommandSandbox;
  done: boolean;
  result?: ShellResult;
}

/** Background commands of the session; they live until stopped or until the session ends. */
export interface BackgroundShells {
  add(run: ShellRun, command: Pick<BackgroundShell, 'command' | 'capabilities' | 'spillPath' | 'cwd' | 'sandbox'>): void;
  get(id: string): BackgroundShell | undefined;
  noteOutput(id: string, text: string): void;
}

export interface TerminalCommand {
  command: string;
  cwd: string;
  /** Stands still while the person types into it. */
  timeoutMs: number;
  signal: AbortSignal;
  variables: readonly ShellVariable[];
  sandbox?: CommandSandbox;
}

export interface TerminalOutcome extends TerminalEnd {
  /** What the screen and its scrollback say in the end; `cut`: there was more before. */
  text: string;
  cut: boolean;
  timedOut: boolean;
  aborted: boolean;
  /** The person typed into it. */
  typed: boolean;
}

/** A model that answers beside the conversation; the call is in the log and counts with the turn. */
export interface AsideModel {
  /** `provider/model` of the turn, which answers where no other is named. */
  name: string;
  /** Most tokens of an answer, whatever is asked for. */
  mostTokens: number;
  /** Rejects in plain words where there is no answer. */
  ask(question: {
    server: string;
    prompt: string;
    maxTokens: number;
    stopSequences?: readonly string[] | undefined;
    model?: string | undefined;
    signal: AbortSignal;
  }): Promise<{ text: string; model: string; stopReason: string }>;
}

export interface ToolContext {
  session: string;
  item: string;
  agent: string;
  /** Equal for equal calls: the call's idempotency key. */
  key?: string;
  /** An equal call that this session made before. */
  earlier?: EarlierCall;
  /** The project folder, absolute and resolved. */
  folder: string;
  /** The person's home folder, for `~` in paths. */
  home: string;
  /** SHA-256 in lower-case hex. */
  hash(bytes: Uint8Array): string;
  /** Where the next shell command starts; kept between commands while it is inside a working directory. */
  cwd: { get(): string; set(path: string): void };
  signal: AbortSignal;
  files: FileSystem;
  /** The content guard, for a text that is put into another form before it becomes the result. */
  hide: HideSecrets;
  shell: Shell;
  /** What the call was found to use when it was decided about. */
  capabilities?: readonly CapabilityUse[];
  /** How commands of this call are isolated; absent: not at all. */
  sandbox?: CommandSandbox;
  /** Variables that hooks handed on, for a command that is isolated, or not; absent where there are no hooks. */
  variables?(isolated: boolean): ShellVariable[];
  search: FileSearch;
  documents: DocumentReader;
  web: WebFetcher;
  clock: Clock;
  ledger: FileLedger;
  background: BackgroundShells;
  /** Runs a command at a terminal that the person sees and can type into; absent where nobody is at one. */
  atTerminal?(request: TerminalCommand): Promise<TerminalOutcome>;
  /** Live output for the card. */
  onOutput(text: string): void;
  /** Keeps the bytes from before a write so that it can be undone, and stores the patch. */
  recordChange(change: {
    path: string;
    before: Uint8Array | undefined;
    after: Uint8Array;
    patch: string;
    added: number;
    removed: number;
  }): Promise<FileChange>;
  /** A place for a whole output that goes over the bound: its name and path. */
  newSpill(): { name: string; path: string };
  /** For a server that asks for a model while its tool runs. */
  asideModel?: AsideModel;
  /** For a server that asks the person while its tool runs. */
  questionHooks?: QuestionHooks;
  /** Absent where no agent can be started. */
  agents?: AgentStarter;
  /** Absent where there are no skills. */
  skills?: SkillInvoker;
  /** Shows the questions to the person; undefined when nobody can answer. One list of labels per question. */
  askQuestions(questions: Question[]): Promise<string[][] | undefined>;
  /** Shows a plan to the person, whose approval ends plan mode; absent where nobody can answer. */
  proposePlan?(plan: string): Promise<PlanOutcome>;
  /** Turns plan mode on; absent where nobody could approve a plan. */
  enterPlanMode?(): Promise<void>;
}

/** What became of a proposed plan. */
export type PlanOutcome = PlanAnswer | { type: 'cancelled' } | { type: 'not-in-plan-mode' };

export type ToolOutcome =
  | { ok: true; content: ResultContent; display?: ToolDisplay; refusals?: SandboxRefusal[] }
  /** An error that the model can mend. Anything thrown instead stops the turn. */
  | { ok: false; kind: ToolErrorKind; message: string; display?: ToolDisplay; refusals?: SandboxRefusal[] };

/** The whole contract of a tool: nothing about a tool is known anywhere else. */
export interface Tool<Input> {
  name: string;
  /** What the model reads. */
  description: string;
  input: z.ZodType<Input>;
  /** Every kind of outcome that is no success. */
  errors: readonly ToolErrorKind[];
  sideEffect: SideEffect;
  /** Where it runs: in the host's process, in the shell's process group, or with the person. */
  runsIn: 'host' | 'shell' | 'person';
  timeoutMs: number;
  /** Running it twice with the same input leaves the same state. */
  idempotent: boolean;
  /** Most characters of a result that go to the model; the rest is kept and can be fetched again. */
  resultBound: number;
  /** Most estimated tokens of a result, where characters alone would let too many through. */
  resultTokens?: number;
  /** Input fields that the audit keeps. */
  auditFields: readonly string[];
  /** Resolves targets and says what would happen, without any effect. Also the dry run. */
  describe(input: Input, context: ToolContext): Promise<Action>;
  /** `action` is what `describe` said and the call was authorised for: paths are not resolved a second time. */
  run(input: Input, context: ToolContext, action: Action): Promise<ToolOutcome>;
}

/** A tool whose input type is sealed in: `parse` is the only way to an input, so that no caller needs to know it. */
export interface RegisteredTool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  errors: readonly ToolErrorKind[];
  sideEffect: SideEffect;
  resultBound: number;
  resultTokens?: number;
  /** So many characters go along all the same, whatever their tokens. */
  resultChars?: number;
  timeoutMs: number;
  runsIn: Tool<unknown>['runsIn'];
  idempotent: boolean;
  auditFields: readonly string[];
  /** It is not pinned with a session: it comes and goes with a server. */
  late?: true;
  /** Whose it is, where it is one of a server. */
  server?: ServerIdentity;
  parse(input: unknown): { ok: true; prepared: PreparedCall } | { ok: false; message: string };
}

export interface PreparedCall {
  describe(context: ToolContext): Promise<Action>;
  /** Does what `describe` said last; describes first where nobody asked. */
  run(context: ToolContext): Promise<ToolOutcome>;
}

export interface ToolRegistry {
  all(): readonly RegisteredTool[];
  get(name: string): RegisteredTool | undefined;
  /** Names that look like `name`, best first, at most three. */
  near(name: string): string[];
}
