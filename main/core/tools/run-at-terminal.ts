import type { ToolContext, ToolOutcome } from './tool';

/** For a command that asks: the person sees it at a terminal and can type into it. Its result is what the screen says in the end. */
export async function runAtTerminal(
  request: { command: string; timeoutMs: number; maxChars: number },
  context: ToolContext,
): Promise<ToolOutcome> {
  const { atTerminal, cwd, signal, sandbox } = context;
  if (atTerminal === undefined) {
    const message = 'Nobody is at a terminal here. Run the command without interactive, with flags that make it not ask.';
    return { ok: false, kind: 'unavailable', message };
  }
  const place = cwd.get();
  const result = await atTerminal({ ...request, cwd: place, signal, ...(sandbox === undefined ? {} : { sandbox }) });
  const { text, cut, exitCode, signal: by, timedOut, aborted, typed } = result;
  const display = {
    type: 'shell' as const,
    exitCode,
    signal: by,
    timedOut,
    outputBytes: new TextEncoder().encode(text).length,
    cwd: place,
  };
  const shown = [cut ? '[Only the end is kept.]' : '', text, typed ? '[The person typed into it.]' : '']
    .filter((part) => part !== '')
    .join('\n');
  if (timedOut)
    return {
      ok: false,
      kind: 'timeout',
      message: `The command did not end within ${request.timeoutMs / 1000} s and was ended.\n${shown}`,
      display,
    };
  if (aborted) return { ok: false, kind: 'cancelled', message: `The command was interrupted.\n${shown}`, display };
  if (exitCode !== 0)
    return {
      ok: false,
      kind: 'failed',
      message: `${exitCode === undefined ? `Ended by ${by ?? 'a signal'}` : `Exit code ${exitCode}`}\n${shown}`,
      display,
    };
  return { ok: true, content: shown === '' ? '(no output)' : shown, display };
}
