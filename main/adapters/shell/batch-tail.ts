import { cutEnd } from '../../../shared/text/cut-text';
import type { OutputBatcher } from './batch-output';

const FIRST_MS = 16;
const NEXT_MS = 100;
/** A batch of fewer characters is no flood: the next one need not wait longer than the first. */
const QUIET_CHARS = 2000;
const MOST_CHARS = 16_000;

/**
 * Hands the newest text on, for a card that shows how a command goes on: soon while little comes, ten times a second in a flood, and
 * then no more than its last characters, after a line that says that something is left out (invariant 6).
 */
export function batchTail(deliver: (text: string) => void): OutputBatcher {
  let waiting = '';
  let cut = false;
  let timer: NodeJS.Timeout | undefined;
  let wait = FIRST_MS;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const text = cut || waiting.length > MOST_CHARS ? `\n…\n${cutEnd(waiting, MOST_CHARS)}` : waiting;
    wait = waiting.length < QUIET_CHARS ? FIRST_MS : NEXT_MS;
    waiting = '';
    cut = false;
    deliver(text);
  }

  return {
    add(text) {
      waiting += text;
      // Cutting copies, so not with every piece.
      if (waiting.length > MOST_CHARS * 4) {
        waiting = waiting.slice(-MOST_CHARS - 1);
        cut = true;
      }
      timer ??= setTimeout(flush, wait);
    },
    flush,
  };
}
