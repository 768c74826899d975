import type { Clock } from '../../core/ports';
import type { TerminalCommand, TerminalOutcome } from '../../core/tools/tool';
import type { TerminalDesk } from './terminal-desk';

/** Before anybody has drawn it. */
const FIRST_SIZE = { columns: 100, rows: 24 };

export interface AgentPlace {
  folder: string;
  session: string;
  item: string;
  clock: Clock;
}

/**
 * Runs a command of the agent at a terminal, to its end. The person sees it and can type into it: from then on, until it is handed back, its time
 * limit stands still. A stop by the person ends it like any other end.
 */
export async function runAgentCommand(
  desk: TerminalDesk,
  { folder, session, item, clock }: AgentPlace,
  { command, cwd, timeoutMs, signal, variables, sandbox }: TerminalCommand,
): Promise<TerminalOutcome> {
  const inside = sandbox === undefined ? {} : { sandbox };
  const { terminal } = await desk.open({
    folder,
    cwd,
    session,
    item,
    kind: 'agent',
    command,
    isolated: sandbox !== undefined,
    variables,
    ...inside,
    size: FIRST_SIZE,
  });
  let timedOut = false;
  let typed = false;
  const limit = startLimit(clock, timeoutMs, () => {
    timedOut = true;
    void terminal.stop();
  });
  desk.onTaken(terminal.id, (taken) => {
    typed ||= taken;
    if (taken) limit.pause();
    else limit.go();
  });
  const stop = () => void terminal.stop();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const end = await terminal.ended;
  signal.removeEventListener('abort', stop);
  limit.pause();
  return { ...end, ...terminal.readText(), timedOut, aborted: signal.aborted, typed };
}

/** A time limit that can stand still. */
function startLimit(clock: Clock, ms: number, over: () => void): { pause(): void; go(): void } {
  let left = ms;
  let running: { since: number; pause: AbortController } | undefined;
  function pause(): void {
    if (running === undefined) return;
    left -= clock.monotonic() - running.since;
    running.pause.abort();
    running = undefined;
  }
  function go(): void {
    if (running !== undefined) return;
    const stand = new AbortController();
    running = { since: clock.monotonic(), pause: stand };
    void clock.sleep(Math.max(0, left), stand.signal).then(() => {
      if (!stand.signal.aborted) over();
    });
  }
  go();
  return { pause, go };
}
