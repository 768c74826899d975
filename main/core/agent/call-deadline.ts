import type { RegisteredTool } from '../tools/tool';
import type { TurnScope } from './turn-scope';

/** How long an aborted tool may take to clean up before its call ends without it. */
const GRACE_MS = 5000;
/** A reason of one's own spares the making of an error with its stack for every call. */
const ENDED = 'the call has ended';

export interface CallDeadline {
  /** Aborts with the turn and when the tool's time is over. */
  signal: AbortSignal;
  /** The tool begins to run: its time counts from now. */
  start(): void;
  /** Resolves when the tool must be given up: its time is over, or it did not end after an abort. Never when it ends first. */
  gaveUp: Promise<'timeout' | 'aborted'>;
  end(): void;
}

/** A command has its own timeout and a person takes their time: only tools inside the host have a deadline here. */
export function startDeadline(scope: TurnScope, tool: RegisteredTool): CallDeadline {
  const { clock } = scope.deps;
  const controller = new AbortController();
  const ended = new AbortController();
  let giveUp: (why: 'timeout' | 'aborted') => void = () => undefined;
  const gaveUp = new Promise<'timeout' | 'aborted'>((resolve) => {
    giveUp = resolve;
  });
  const forget = scope.onAbort(() => {
    controller.abort();
    void clock.sleep(GRACE_MS, ended.signal).then(() => giveUp('aborted'));
  });
  return {
    signal: controller.signal,
    gaveUp,
    start() {
      if (tool.runsIn !== 'host' || !(tool.timeoutMs > 0) || !Number.isFinite(tool.timeoutMs)) return;
      void clock.sleep(tool.timeoutMs, ended.signal).then(() => {
        if (ended.signal.aborted) return;
        giveUp('timeout');
        controller.abort();
      });
    },
    end() {
      forget();
      ended.abort(ENDED);
    },
  };
}
