import { z } from 'zod';
import { OverLimit } from '../kernel/over-limit';
import { type Said, SaidError } from '../kernel/say-words';
import type { ParsedCommand } from '../permission/parsed-command';
import type { Clock, CommandSandbox, ShellVariable } from '../ports';
import type { HideSecrets } from '../secrets/hide-secrets';
import type { Hook, HookHandler } from './hook';
import type { HookMoment } from './hook-desk';
import { HOOK_SECONDS, hookEvent } from './hook-events';
import { fillInput } from './fill-input';
import { sayRun } from './hook-run-words';
import { EXPORTING } from './hook-variables';
import { type HookCommand, type HookOutput, type HookRunner, notRun } from './hook-runner';
import type { LoadedHooks } from './load-hooks';
import { readExports } from './read-exports';
import { heldBack, type HookVerdict, problemOf, readReply, readVerdict, unjudged } from './read-verdict';

/** Most bytes of a stream that are read: what JSON output may be. */
const MOST_BYTES = 1_048_576;
/** How long a hook may run on that says so by itself, in milliseconds, unless it says how long. */
const ASYNC_MS = 15_000;

export type Isolation = { isolation: string; sandbox?: CommandSandbox } | { refused: string };

export interface HandlerDeps {
  runner: HookRunner;
  clock: Clock;
  hide: HideSecrets;
  /** The project folder, absolute and resolved. */
  folder: string;
  /** How a command is isolated, or why it must not run. */
  isolate(command: string): Promise<Isolation>;
  /** What a shell would make of a text. Nothing is run. */
  parseShell(text: string): ParsedCommand;
  /** Why an address may not be reached; undefined where it may. */
  hinderRequest(url: string, loaded: LoadedHooks): Promise<Said | undefined>;
  /** Calls a tool of a server; absent where there are none. Never rejects: the result's text is `stdout`. */
  callServer?(call: ServerToolCall): Promise<HookOutput>;
  /** Goes on by itself after the handler was left to itself; ends with the session. */
  background: AbortSignal;
}

export interface ServerToolCall {
  server: string;
  tool: string;
  input: unknown;
  timeoutMs: number;
  signal: AbortSignal;
}

export interface Handling {
  /** The value for stdin, and as JSON text. */
  input: unknown;
  text: string;
  cwd: string;
  run: string;
  loaded: LoadedHooks;
  signal: AbortSignal;
}

export interface HandledHook {
  verdict: HookVerdict;
  output?: HookOutput;
  isolation?: string;
  /** Variables for later commands. */
  variables?: ShellVariable[];
  durationMs: number;
  /** It runs on, and ends here. */
  later?: Promise<HandledHook>;
}

/** Runs one handler to its end, or to the point from which it runs on by itself. Never rejects. */
export async function runHandler(hook: Hook, moment: HookMoment, handling: Handling, deps: HandlerDeps): Promise<HandledHook> {
  const from = deps.clock.monotonic();
  const { handler, event } = hook;
  const timeoutMs = 1000 * (handler.timeout ?? hookEvent(event).seconds ?? HOOK_SECONDS[handler.type]);
  const end = (output: HookOutput, isolation?: string): HandledHook => {
    const { variables, problem } = output.exports === undefined ? {} : readExports(deps.parseShell(output.exports));
    const verdict = readVerdict(event, handler, output);
    return {
      output,
      verdict: problem === undefined ? verdict : { ...verdict, ...alsoSaid(verdict, problem) },
      durationMs: deps.clock.monotonic() - from,
      ...(isolation === undefined ? {} : { isolation }),
      ...(variables === undefined ? {} : { variables }),
    };
  };
  switch (handler.type) {
    case 'command': {
      const isolated = await deps.isolate([handler.command, ...(handler.args ?? [])].join(' '));
      if ('refused' in isolated) return end(notRun({ message: isolated.refused }));
      const runsOn = handler.async === true || handler.asyncRewake === true;
      const stopping = new AbortController();
      const stop = () => stopping.abort();
      deps.background.addEventListener('abort', stop, { once: true });
      if (!runsOn) handling.signal.addEventListener('abort', stop, { once: true });
      if (deps.background.aborted || (!runsOn && handling.signal.aborted)) stop();
      const { firstLine, result } = deps.runner.start({
        ...programOf(handler),
        cwd: handling.cwd,
        env: environmentOf(hook, deps.folder),
        input: handling.text,
        timeoutMs,
        maxBytes: MOST_BYTES,
        signal: stopping.signal,
        ...(EXPORTING.has(event) ? { exports: true } : {}),
        ...(isolated.sandbox === undefined ? {} : { sandbox: isolated.sandbox }),
      });
      const ended = result.then((output) => {
        deps.background.removeEventListener('abort', stop);
        handling.signal.removeEventListener('abort', stop);
        return end(output, isolated.isolation);
      });
      const detached = (): HandledHook => ({
        verdict: { outcome: 'detached' },
        isolation: isolated.isolation,
        durationMs: deps.clock.monotonic() - from,
        later: ended,
      });
      if (runsOn) return detached();
      const wait = await Promise.race([ended.then(() => undefined), firstLine.then(asyncTime)]);
      if (wait === undefined) return ended;
      handling.signal.removeEventListener('abort', stop);
      void deps.clock.sleep(wait, stopping.signal).then(stop);
      return detached();
    }
    case 'http': {
      const hindrance = await deps.hinderRequest(handler.url, handling.loaded);
      if (hindrance !== undefined) return end(notRun(hindrance));
      const allowed = handling.loaded.httpVariables;
      const variables = (handler.allowedEnvVars ?? []).filter((name) => allowed === undefined || allowed.includes(name));
      const { headers = {}, url } = handler;
      const { signal } = handling;
      const body = JSON.stringify(handling.input);
      return end(await deps.runner.post({ url, headers, variables, body, timeoutMs, maxBytes: MOST_BYTES, signal }));
    }
    case 'prompt':
    case 'agent': {
      const verdict = await askModel(hook, moment, handling, timeoutMs, deps);
      return { verdict, durationMs: deps.clock.monotonic() - from };
    }
    case 'mcp_tool': {
      if (deps.callServer === undefined) return end(notRun(sayRun('no-server')));
      const { server, tool, input } = handler;
      const { signal } = handling;
      return end(await deps.callServer({ server, tool, input: fillInput(input ?? {}, handling.input), timeoutMs, signal }));
    }
  }
}

/** PowerShell is started like any program; whatever bash is to read goes to the shell that runs commands. */
function programOf({ command, args, shell }: Extract<HookHandler, { type: 'command' }>): Pick<HookCommand, 'command' | 'args'> {
  if (args !== undefined) return { command, args };
  return shell === 'powershell' ? { command: 'pwsh', args: ['-NoProfile', '-NonInteractive', '-Command', command] } : { command };
}

async function askModel(
  hook: Hook,
  moment: HookMoment,
  handling: Handling,
  timeoutMs: number,
  { clock }: HandlerDeps,
): Promise<HookVerdict> {
  const { handler, place, event } = hook;
  if (handler.type !== 'prompt' && handler.type !== 'agent') return { outcome: 'error' };
  const ask = handler.type === 'prompt' ? moment.askModel : moment.askAgent;
  if (ask === undefined) return unjudged(event);
  const asking = new AbortController();
  const abort = () => asking.abort();
  handling.signal.addEventListener('abort', abort, { once: true });
  const input = JSON.stringify(handling.input);
  const prompt = handler.prompt.includes('$ARGUMENTS')
    ? handler.prompt.replaceAll('$ARGUMENTS', () => input)
    : `${handler.prompt}\n\n${input}`;
  const late = clock.sleep(timeoutMs, asking.signal).then(() => undefined);
  try {
    const asked = ask({ run: handling.run, place, prompt, model: handler.model, signal: asking.signal });
    const reply = await Promise.race([asked, late]);
    if (handling.signal.aborted) return { outcome: 'cancelled' };
    return reply === undefined ? { outcome: 'timeout', ...problemOf(sayRun('model-late')) } : readReply(event, handler, reply);
  } catch (error) {
    const said =
      error instanceof SaidError ? error : sayRun('model-failed', { said: error instanceof Error ? error.message : String(error) });
    return error instanceof OverLimit ? heldBack(event, said) : { outcome: 'error', ...problemOf(said) };
  } finally {
    handling.signal.removeEventListener('abort', abort);
    abort();
  }
}

/** Two problems of one run are told in two lines: no key says both. */
function alsoSaid({ problem }: HookVerdict, said: Said): Pick<HookVerdict, 'problem' | 'detail'> {
  return problem === undefined ? problemOf(said) : { problem: `${problem}\n${said.message}`, detail: undefined };
}

const asyncSchema = z.looseObject({ async: z.literal(true), asyncTimeout: z.number().positive().optional() });

/** How long a hook goes on that says on its first line that it does; undefined for one that says something else. */
async function asyncTime(line: string | undefined): Promise<number | undefined> {
  try {
    const said = asyncSchema.safeParse(JSON.parse(line ?? ''));
    if (said.success) return said.data.asyncTimeout ?? ASYNC_MS;
  } catch {
    // Plain text: it has nothing to say about that.
  }
  return new Promise(() => undefined);
}

function environmentOf({ place, event }: Hook, folder: string): Record<string, string> {
  return {
    CLAUDECODE: '1',
    CLAUDE_PROJECT_DIR: folder,
    CLAUDE_CODE_REMOTE: 'false',
    CLAUDE_HOOK_EVENT: event,
    ...(place.scope === 'skill' ? { CLAUDE_SKILL_DIR: place.file.replace(/\/[^/]*$/, '') } : {}),
  };
}
