import { keepEnd } from '../secrets/keep-end';
import { seenHosts } from '../shell/seen-hosts';
import { maskedNotes } from './masked-notes';
import { refusalsOf, sandboxNotes } from './sandbox-notes';
import type { ToolContext, ToolOutcome } from './tool';

/** For a command that asks: the person sees it at a terminal and can type into it. Its result is what the screen says in the end. */
export async function runAtTerminal(
  { command, timeoutMs, maxChars }: { command: string; timeoutMs: number; maxChars: number },
  context: ToolContext,
): Promise<ToolOutcome> {
  const { atTerminal, cwd, signal, sandbox, hide } = context;
  if (atTerminal === undefined) {
    const message = 'Nobody is at a terminal here. Run the command without interactive, with flags that make it not ask.';
    return { ok: false, kind: 'unavailable', message };
  }
  const place = cwd.get();
  const result = await atTerminal({
    command,
    timeoutMs,
    cwd: place,
    signal,
    variables: context.variables?.(sandbox !== undefined) ?? [],
    ...(sandbox === undefined ? {} : { sandbox }),
  });
  const { text, exitCode, signal: by, timedOut, aborted, typed } = result;
  const refusals = await refusalsOf({ ...result, output: text }, place, context);
  const masked = await maskedNotes({ output: text, folders: [place], refusals, hidden: result.hidden }, context);
  const kept = await keepEnd(text, maxChars, hide);
  const display = {
    type: 'shell' as const,
    exitCode,
    signal: by,
    timedOut,
    outputBytes: new TextEncoder().encode(text).length,
    cwd: place,
    ...seenHosts(result),
  };
  const notes = [...(typed ? ['The person typed into it'] : []), ...sandboxNotes(refusals, result), ...masked];
  const shown = [result.cut || kept.cut ? '[Only the end is kept.]' : '', kept.text, ...notes.map((note) => `[${note}.]`)]
    .filter((part) => part !== '')
    .join('\n');
  if (timedOut)
    return {
      ok: false,
      kind: 'timeout',
      message: `The command did not end within ${timeoutMs / 1000} s and was ended.\n${shown}`,
      display,
      refusals,
    };
  if (aborted) return { ok: false, kind: 'cancelled', message: `The command was interrupted.\n${shown}`, display };
  if (exitCode !== 0)
    return {
      ok: false,
      kind: 'failed',
      message: `${exitCode === undefined ? `Ended by ${by ?? 'a signal'}` : `Exit code ${exitCode}`}\n${shown}`,
      display,
      refusals,
    };
  return { ok: true, content: shown === '' ? '(no output)' : shown, display };
}
