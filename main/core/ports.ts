/** Everything that the core needs from outside. Implementations live in `main/adapters`; none of them is imported here. */

import type { SandboxGrant } from '../../shared/model/sandbox';
import type { ParsedCommand } from './permission/parsed-command';
import type { TerminalColours } from '../../shared/model/terminal';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a clock that never goes back, for durations. */
  monotonic(): number;
  /** Resolves after `ms`, or at once when `signal` aborts (never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Ids {
  /** A new unique id `<prefix>_<sortable>`, of the alphabet `[a-z0-9_]`, at most 32 characters. */
  next(prefix: string): string;
}

export type FileErrorCode = 'not-found' | 'denied' | 'is-directory' | 'not-a-directory' | 'no-space' | 'too-large' | 'failed';

/** The only error that a `FileSystem` rejects with. */
export class FileError extends Error {
  readonly code: FileErrorCode;
  readonly path: string;
  constructor(code: FileErrorCode, path: string, message: string) {
    super(message);
    this.name = 'FileError';
    this.code = code;
    this.path = path;
  }
}

export interface FileStat {
  kind: 'file' | 'directory' | 'other';
  size: number;
  modifiedMs: number;
  /** POSIX permission bits. */
  mode: number;
}

/**
 * Paths are absolute. Rejects with a `FileError`, except where a line says otherwise.
 *
 * What reads, writes and removes takes a path that is resolved already (`realpath`) and follows no link in any part of it: a link that
 * stands there now was put there after the path was looked at, and is refused with `denied` before a byte is given or written. What
 * only looks (`stat`, `list`, `realpath`) follows links. `core/kernel/read-linked.ts` reads by a name that may be a link.
 */
export interface FileSystem {
  /** A file of more than `most` bytes is refused with `too-large`. `asked` is the name that led to the path: guards look at both. */
  readFile(path: string, most?: number, asked?: string): Promise<Uint8Array>;
  /** At most `length` bytes from `offset`; fewer at the end of the file. For files too large to hold. */
  readRange(path: string, offset: number, length: number): Promise<Uint8Array>;
  /** Replaces the file as a whole (temporary neighbour, then rename), keeps its mode, makes missing folders. */
  writeFile(path: string, bytes: Uint8Array): Promise<void>;
  /** Of what a final link points to; undefined when there is nothing. */
  stat(path: string): Promise<FileStat | undefined>;
  /** Entries of a folder, in no order. */
  list(path: string): Promise<Array<{ name: string; kind: FileStat['kind'] | 'link' }>>;
  /** The path with every link resolved; for a path that does not exist, its nearest existing parent resolved plus the rest. */
  realpath(path: string): Promise<string>;
  /** A file, or a link itself; a folder is refused with `is-directory` or `failed`. */
  remove(path: string): Promise<void>;
}

export interface ProcessResult {
  code: number | undefined;
  stdout: string;
  stderr: string;
  timedOut: boolean;
  /** True when output went over `maxBytes` and the rest was dropped. */
  truncated: boolean;
}

/**
 * Runs a program without a shell and waits for it. `env` is added to the host's own. Never rejects: a program that cannot start has
 * code 127 and a reason in stderr.
 */
export interface ProcessRunner {
  run(
    file: string,
    args: readonly string[],
    options: { cwd: string; timeoutMs: number; maxBytes: number; signal?: AbortSignal; env?: Record<string, string>; input?: string },
  ): Promise<ProcessResult>;
}

/** Something hidden or protected that was replaced from outside, or came to be, while a command ran. */
export interface SandboxReplacement {
  path: string;
  /** It is a secret; else it is kept from being written. */
  hidden: boolean;
  /** How long after the notice of it the command could get at it; absent when it could not be covered again: then the command was ended. */
  openMs?: number;
}

/** What the sandbox of a command saw; each part is absent where there was nothing. */
export interface SandboxTrace {
  /** Hosts that it refused, as `host:port`. */
  refusedHosts?: string[];
  /** Hosts that were reached through it, as `host:port`. */
  reachedHosts?: string[];
  /** Files that were made where nothing may make them, and that were removed. */
  removed?: string[];
  replaced?: SandboxReplacement[];
  /** Paths that it showed empty and closed from the start on, also by the names of links to them. */
  hidden?: readonly string[];
  /** Folders among them that are hidden as a whole, since more in them is guarded than can be hidden one by one. */
  hiddenWhole?: readonly string[];
}

export interface ShellResult extends SandboxTrace {
  exitCode?: number;
  signal?: string;
  timedOut: boolean;
  aborted: boolean;
  /** Bounded: the first and the last characters of the merged output. `tail` is empty when `head` is all of it. */
  head: string;
  tail: string;
  bytes: number;
  /** Length of the whole output in UTF-16 units. */
  chars: number;
  lines: number;
  /** Name of the blob with the whole output, when head and tail are not all. */
  spill?: string;
  /** Working directory of the shell when it ended. */
  cwd: string;
  /** Processes that the command left behind and that were ended. */
  leftovers: number;
}

export interface ShellRun {
  id: string;
  result: Promise<ShellResult>;
  /** What its sandbox saw so far. */
  trace?(): SandboxTrace;
  /** Ends the whole process group: TERM, then KILL. Resolves when nothing is left. */
  stop(): Promise<void>;
}

/** A variable for commands. Its value is put together in the command's own environment, with those before it in place. */
export interface ShellVariable {
  name: string;
  value: ReadonlyArray<string | { variable: string }>;
}

export interface ShellCommand {
  command: string;
  cwd: string;
  env?: Record<string, string>;
  /** In order. Those that are named like a secret, or that no command may see, are left out. */
  variables?: readonly ShellVariable[];
  /** `Infinity` for none. */
  timeoutMs: number;
  signal: AbortSignal;
  /** A background run ends when its shell has ended and nobody holds its output any more; nothing that it started is ended. */
  background?: boolean;
  /** Bound of `head` + `tail`, in characters. */
  maxChars: number;
  /** Where the whole output is written once it goes over the bound; that of a background run from its first byte on. */
  spillPath: string;
  /** In a flood, what is shown of a run: its newest characters. All of a background run. */
  onOutput(text: string): void;
  /** Absent: the command runs with the person's own rights. Where a sandbox is asked for and cannot be had, it does not run. */
  sandbox?: CommandSandbox;
}

export interface CommandSandbox {
  grant: SandboxGrant;
  /** Commands of one session share a private temp folder and a network of their own. */
  session: string;
  /** Whether a path holds a secret: then it is hidden. The same function as long as nothing about that has changed. */
  isGuarded(path: string): boolean;
}

/** Whether commands can be isolated on this machine. */
export interface SandboxSupport {
  available: boolean;
  /** For a person: what isolates, or why nothing can. */
  detail: string;
  /** False: no host can be granted, and commands of a session do not reach each other's servers. */
  network: boolean;
}

export interface Shell {
  start(command: ShellCommand): ShellRun;
  /** Ends every run that is still alive. For the exit paths of the host. */
  stopAll(): Promise<void>;
  /** Looks once whether there is a sandbox, and again after a while where there was none. Never rejects. */
  findSandbox(): Promise<SandboxSupport>;
  /** Gives up what the sandboxes of a session share: its temp folder and its network. */
  closeSession(session: string): Promise<void>;
}

export interface TerminalSize {
  columns: number;
  rows: number;
}

export interface TerminalRequest {
  /** Run by the shell that runs the agent's commands. Without it: the person's own shell, until it is left. */
  command?: string;
  cwd: string;
  /** For a command, as for any other. */
  variables?: readonly ShellVariable[];
  size: TerminalSize;
  /** Isolates the program; without it nothing does. */
  sandbox?: CommandSandbox;
}

export interface ProgramEnd {
  exitCode?: number;
  signal?: string;
}

export interface TerminalEnd extends ProgramEnd, SandboxTrace {}

/** A program at a pseudo-terminal, with its screen. Nothing here throws once the program has ended. */
export interface Terminal {
  readonly id: string;
  /** What isolates it; `none` when nothing does. */
  readonly isolation: string;
  /** As if typed: keys, or a paste. */
  write(data: string): void;
  resize(size: TerminalSize): void;
  /** Screen and scrollback as a text that draws them again, and how many characters of output are in it. */
  snapshot(): { data: string; at: number };
  /** All that screen and scrollback say, without styles. `cut`: there was more before. Not to be cut before its secrets are hidden. */
  readText(): { text: string; cut: boolean };
  /** Output after `snapshot().at`, in order and in batches; `at` counts the characters up to the end of `data`. Returns the unsubscribe. */
  onOutput(listener: (data: string, at: number) => void): () => void;
  /** Whether it seems to wait for somebody to type; called on every change of that. Returns the unsubscribe. */
  onWaiting(listener: (waiting: boolean) => void): () => void;
  /** Resolves when the program has ended and all that it printed is on the screen. */
  readonly ended: Promise<TerminalEnd>;
  /** Ends everything that runs in it: HUP and TERM, then KILL. Resolves when nothing is left. */
  stop(): Promise<void>;
  /** Stops it and gives up its screen. */
  dispose(): Promise<void>;
}

export interface Terminals {
  /** Rejects with a plain message where no terminal can be had, or what was to be isolated cannot be. */
  open(request: TerminalRequest): Promise<Terminal>;
  /** The colours that the person sees: programs in terminals may ask for them. */
  setColours(colours: TerminalColours): void;
  /** Ends every terminal. For the exit paths of the host. */
  stopAll(): Promise<void>;
}

export interface GrepRequest {
  pattern: string;
  path: string;
  glob?: string;
  type?: string;
  mode: 'content' | 'files_with_matches' | 'count';
  before?: number;
  after?: number;
  lineNumbers: boolean;
  ignoreCase: boolean;
  onlyMatching: boolean;
  multiline: boolean;
  /** Files whose lines are left out, also from the count for `limit` and `offset`. */
  hides?(path: string): boolean;
}

export interface FileSearch {
  /** Lines of output, at most `limit` after `offset`. Rejects with a plain message on a bad pattern. */
  grep(request: GrepRequest, limit: number, offset: number, signal: AbortSignal): Promise<{ lines: string[]; truncated: boolean }>;
  /** Absolute paths that match a glob, newest first, at most `limit`. */
  glob(pattern: string, path: string, limit: number, signal: AbortSignal): Promise<{ paths: string[]; truncated: boolean }>;
  /** Paths of a folder (relative, ignore files respected) as they are found, for the `@` picker. */
  listFiles(folder: string, limit: number, signal: AbortSignal): Promise<{ paths: string[]; truncated: boolean }>;
  /** Absolute paths of the files below a folder that one of the names fits, ignored ones too, installed packages left out; at most `limit`, and what is found in three seconds. */
  findNames(names: readonly string[], folder: string, limit: number, signal: AbortSignal): Promise<string[]>;
}

export interface DocumentReader {
  /** Text of a PDF's pages, 1-based and inclusive; `pages` undefined means all. Rejects with the parser's words. */
  pdfText(bytes: Uint8Array, pages?: { from: number; to: number }): Promise<{ pages: string[]; total: number }>;
  /** Pixels; undefined for what is no PNG, JPEG, GIF or WebP. */
  imageSize(bytes: Uint8Array): { mediaType: string; width: number; height: number } | undefined;
}

export interface WebFetcher {
  /** GET of an http(s) URL; redirects to another host are reported, not followed. Body bounded to `maxBytes`. Rejects with a plain message. */
  fetch(
    url: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<{ status: number; contentType: string; body: string; bytes: number; truncated: boolean; redirectedTo?: string }>;
}

export interface ShellParser {
  /** Loads what parsing needs, once. Rejects when that fails; commands then stay unknown. */
  ready(): Promise<void>;
  /** What a command may run. Never throws; before `ready` every command is unknown. */
  parse(command: string): ParsedCommand;
}

export interface SecretStore {
  readonly kind: 'os' | 'none';
  read(name: string): Promise<string | undefined>;
  /** Rejects with `unavailable` when `kind` is `none`: a secret is never written in the clear. */
  write(name: string, value: string): Promise<void>;
  clear(name: string): Promise<void>;
}

export interface Logger {
  /** Never throws. Secrets are hidden before anything is written. */
  log(level: 'debug' | 'info' | 'warn' | 'error', message: string, data?: Record<string, unknown>): void;
  /** Resolves when what was logged so far is written, or lost. Never rejects. */
  flush?(): Promise<void>;
}
