import { z } from 'zod';
import type { ShellResult } from '../ports';
import { checkContent } from './check-content';
import { runAtTerminal } from './run-at-terminal';
import { seenHosts } from '../shell/seen-hosts';
import { maskedNotes } from './masked-notes';
import { refusalsOf, sandboxNotes } from './sandbox-notes';
import { scalarParams } from './scalar-params';
import type { Tool, ToolContext, ToolOutcome } from './tool';

const DEFAULT_TIMEOUT_MS = 120_000;
const LONGEST_TIMEOUT_MS = 600_000;
const RESULT_BOUND = 30_000;
/** Room for the notes around the output. */
const OUTPUT_BOUND = RESULT_BOUND - 1000;

const inputSchema = z.strictObject({
  command: z
    .string()
    .min(1)
    .refine((command) => !command.includes('\0'), 'a command cannot contain a NUL character')
    .describe('The command'),
  timeout: z
    .int()
    .min(1)
    .max(LONGEST_TIMEOUT_MS)
    .describe(`Milliseconds until it is ended (default ${DEFAULT_TIMEOUT_MS}, at most ${LONGEST_TIMEOUT_MS})`)
    .optional(),
  description: z.string().describe('What the command does, in 5 to 10 words').optional(),
  run_in_background: z.boolean().describe('Return at once and let it run; read its output with BashOutput').optional(),
  interactive: z.boolean().describe('Run it at a terminal, for a command that has to ask: the person sees it and types into it').optional(),
});
type Input = z.infer<typeof inputSchema>;

export const bashTool: Tool<Input> = {
  name: 'Bash',
  description: `Runs a shell command in the project.
- Each command runs in a new shell. The folder in which one ends is where the next one starts, while it is inside the project; variables do not persist.
- There is no terminal and no input: a command that asks gets end-of-file. Use flags that make it not ask; only where it must ask the person use interactive.
- The result is stdout and stderr together, and the exit code when it is not 0. Long output is cut in the middle; the whole of it is kept in a file that you can read.
- What a command leaves running is ended when it returns. For servers and watchers use run_in_background.
- For reading, searching and changing files use Read, Grep, Glob, Edit and Write instead of cat, grep, find and sed.`,
  input: inputSchema,
  errors: ['failed', 'timeout', 'cancelled', 'encoding', 'invalid-input', 'unavailable'],
  sideEffect: 'execute',
  runsIn: 'shell',
  // The command's own limit ends it; this one is for a host that does not answer.
  timeoutMs: LONGEST_TIMEOUT_MS + 60_000,
  idempotent: false,
  resultBound: RESULT_BOUND,
  auditFields: ['command', 'timeout', 'run_in_background', 'interactive'],
  async describe(input, context) {
    const unfit = checkContent('command', input.command);
    const firstLine = input.command.split('\n', 1)[0] ?? '';
    return {
      tool: 'Bash',
      capability: 'execute',
      paths: [await startFolder(context)],
      command: input.command,
      params: scalarParams(input),
      summary: `${input.run_in_background === true ? 'Run in the background' : 'Run'}: ${firstLine}${firstLine === input.command ? '' : ' …'}`,
      preview: { type: 'command', text: input.command },
      ...(unfit === undefined ? {} : { obstacle: { kind: unfit.kind, message: unfit.message } }),
    };
  },
  async run(input, context) {
    const unfit = checkContent('command', input.command);
    if (unfit !== undefined) return unfit;
    const missing = await leaveMissingFolder(context);
    if (input.interactive === true && input.run_in_background !== true)
      return runAtTerminal({ command: input.command, timeoutMs: input.timeout ?? LONGEST_TIMEOUT_MS, maxChars: OUTPUT_BOUND }, context);
    return input.run_in_background === true ? runInBackground(input, context, missing) : runAndWait(input, context, missing);
  },
};

/** A command cannot start in a folder that is gone. */
async function startFolder(context: ToolContext): Promise<string> {
  const cwd = context.cwd.get();
  return (await context.files.stat(cwd))?.kind === 'directory' ? cwd : context.folder;
}

async function leaveMissingFolder(context: ToolContext): Promise<string> {
  const cwd = context.cwd.get();
  if ((await startFolder(context)) === cwd) return '';
  context.cwd.set(context.folder);
  return `[${cwd} no longer exists; the command ran in ${context.folder}.]\n`;
}

function runInBackground(input: Input, context: ToolContext, missing: string): ToolOutcome {
  const spill = context.newSpill();
  const cwd = context.cwd.get();
  const run = context.shell.start({
    command: input.command,
    cwd,
    timeoutMs: input.timeout ?? Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
    background: true,
    maxChars: OUTPUT_BOUND,
    spillPath: spill.path,
    variables: context.variables?.(context.sandbox !== undefined) ?? [],
    onOutput: (text) => context.background.noteOutput(run.id, text),
    ...(context.sandbox === undefined ? {} : { sandbox: context.sandbox }),
  });
  context.background.add(run, {
    command: input.command,
    capabilities: context.capabilities ?? [],
    spillPath: spill.path,
    cwd,
    ...(context.sandbox === undefined ? {} : { sandbox: context.sandbox }),
  });
  return {
    ok: true,
    content: `${missing}The command runs in the background as ${run.id}. Read its output with BashOutput, end it with KillShell.`,
    display: { type: 'shell', timedOut: false, background: run.id, spill: spill.name, outputBytes: 0, cwd },
  };
}

async function runAndWait(input: Input, context: ToolContext, missing: string): Promise<ToolOutcome> {
  const timeoutMs = input.timeout ?? DEFAULT_TIMEOUT_MS;
  const spill = context.newSpill();
  const { result: running } = context.shell.start({
    command: input.command,
    cwd: context.cwd.get(),
    timeoutMs,
    signal: context.signal,
    maxChars: OUTPUT_BOUND,
    spillPath: spill.path,
    variables: context.variables?.(context.sandbox !== undefined) ?? [],
    onOutput: context.onOutput,
    ...(context.sandbox === undefined ? {} : { sandbox: context.sandbox }),
  });
  const from = context.cwd.get();
  const result = await running;
  const output = `${result.head}\n${result.tail}`;
  const refusals = await refusalsOf({ ...result, output }, from, context);
  const masked = await maskedNotes({ output, folders: [from, result.cwd], refusals, hidden: result.hidden }, context);
  const text = missing + outputText(result, spill.path) + notesOn(result, [...sandboxNotes(refusals, result), ...masked], context);
  const display = {
    type: 'shell' as const,
    exitCode: result.exitCode,
    signal: result.signal,
    timedOut: result.timedOut,
    spill: result.spill === undefined ? undefined : spill.name,
    outputBytes: result.bytes,
    cwd: result.cwd,
    ...seenHosts(result),
  };
  if (result.timedOut)
    return {
      ok: false,
      kind: 'timeout',
      message: `The command did not end within ${timeoutMs / 1000} s and was ended.\n${text}`,
      display,
      refusals,
    };
  if (result.aborted) return { ok: false, kind: 'cancelled', message: `The command was interrupted.\n${text}`, display };
  if (result.exitCode !== 0) return { ok: false, kind: 'failed', message: `${endingOf(result)}\n${text}`, display, refusals };
  return { ok: true, content: text === '' ? '(no output)' : text, display };
}

function endingOf(result: ShellResult): string {
  return result.exitCode === undefined ? `Ended by ${result.signal ?? 'a signal'}` : `Exit code ${result.exitCode}`;
}

/** Beginning and end of the output, and where the whole of it is. */
function outputText(result: Pick<ShellResult, 'head' | 'tail' | 'chars' | 'spill'>, spillPath: string): string {
  if (result.tail === '') return result.head.trimEnd();
  const left = result.chars - result.head.length - result.tail.length;
  const where =
    result.spill === undefined
      ? 'the disk did not take the whole output'
      : `the whole output is in ${spillPath}: read the part you need with Read`;
  return `${result.head}\n… [${left} characters left out; ${where}] …\n${result.tail.trimEnd()}`;
}

function notesOn(result: ShellResult, ofSandbox: readonly string[], context: ToolContext): string {
  const notes = [...ofSandbox];
  if (result.leftovers > 0)
    notes.push(
      `${result.leftovers} process${result.leftovers === 1 ? '' : 'es'} that the command left running ${result.leftovers === 1 ? 'was' : 'were'} ended. Use run_in_background for what has to go on`,
    );
  context.cwd.set(result.cwd);
  if (context.cwd.get() !== result.cwd)
    notes.push(`The next command starts in ${context.cwd.get()} again: ${result.cwd} is outside the project`);
  return notes.map((note) => `\n[${note}.]`).join('');
}
