import { setTimeout } from 'node:timers/promises';
import type { TerminalColours } from '../../../shared/model/terminal';
import type { SandboxTrace, Terminal, TerminalEnd } from '../../core/ports';
import { batchOutput } from '../shell/batch-output';
import { boundSequences } from './bound-sequences';
import { type ProgramStart, type PtyProcess, startPty } from './pty-process';
import { readsTerminal } from './reads-terminal';
import { createScreen } from './screen';
import { watchSilence } from './watch-silence';

/** Characters that may wait for the screen. It draws them in one go, so this also bounds how long a flood holds the thread. */
const MOST_UNDRAWN = 65_536;

export interface ProgramLaunch {
  start: ProgramStart;
  isolation: string;
  /** Called at once with the process. */
  started(pid: number): void;
  /** Called once, when it has ended. */
  end(): SandboxTrace;
}

type Listener = (data: string, at: number) => void;

/** One program, its screen, and who watches. What a listener gets is on the screen already (invariant 4). */
export async function openTerminal(
  id: string,
  { start, isolation, ...launch }: ProgramLaunch,
  colours: () => TerminalColours | undefined,
): Promise<Terminal> {
  let pty: PtyProcess | undefined;
  const screen = await createScreen(start.size, (text) => pty?.write(text), colours);
  let size = start.size;
  const bound = boundSequences(() => size);
  const listeners = new Set<Listener>();
  let drawn = 0;
  let sent = 0;
  let disposed = false;
  const batcher = batchOutput((data) => {
    sent += data.length;
    for (const listener of listeners) listener(data, sent);
  });
  // A prompt that ends its line looks like any other output: there the system is asked.
  const silence = watchSilence(async () => screen.invites() || (pty !== undefined && (await readsTerminal(pty.pid))));
  const flow = createFlow((held) => pty?.hold(held));
  let drawing: Promise<void> = Promise.resolve();

  async function draw(text: string): Promise<void> {
    flow.came(text.length);
    await screen.add(text);
    drawn += text.length;
    batcher.add(text);
    silence.note();
    await flow.went(text.length);
  }

  try {
    pty = await startPty(id, start, (text) => {
      // Each piece is drawn and handed on by itself: the screen takes turns between pieces, and a snapshot may come in one of them.
      for (const piece of bound(text)) drawing = draw(piece);
    });
  } catch (error) {
    screen.dispose();
    throw error;
  }
  const started = pty;
  launch.started(started.pid);
  silence.note();
  const ended = started.ended.then(async (end): Promise<TerminalEnd> => {
    await drawing;
    batcher.flush();
    silence.end();
    return { ...end, ...launch.end() };
  });
  return {
    id,
    isolation,
    ended,
    write(data) {
      silence.note();
      started.write(data);
    },
    resize(wanted) {
      if (disposed) return;
      size = wanted;
      started.resize(wanted);
      screen.resize(wanted);
    },
    snapshot() {
      batcher.flush();
      return { data: disposed ? '' : screen.serialise(), at: drawn };
    },
    readText: () => (disposed ? { text: '', cut: false } : screen.readText()),
    onOutput(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onWaiting: silence.onChange,
    async stop() {
      await started.stop();
      await ended;
    },
    async dispose() {
      await started.stop();
      await ended;
      disposed = true;
      listeners.clear();
      screen.dispose();
    },
  };
}

/** Holds a program that prints faster than its screen draws, and then as long again as drawing took: half of the thread is for others. */
function createFlow(hold: (held: boolean) => void) {
  let undrawn = 0;
  let heldSince: number | undefined;
  return {
    came(chars: number): void {
      undrawn += chars;
      if (undrawn < MOST_UNDRAWN || heldSince !== undefined) return;
      heldSince = performance.now();
      hold(true);
    },
    async went(chars: number): Promise<void> {
      undrawn -= chars;
      if (undrawn > 0 || heldSince === undefined) return;
      const took = performance.now() - heldSince;
      await setTimeout(took);
      heldSince = undefined;
      hold(false);
    },
  };
}
