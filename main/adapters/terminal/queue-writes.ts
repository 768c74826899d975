import { setImmediate, setTimeout } from 'node:timers/promises';

/** The kernel echoes what is typed while it is written: more at once would hold the thread. */
const WRITE_BYTES = 2048;
/** What a program does not read is dropped beyond this. */
export const MOST_UNREAD_BYTES = 2 * 1024 * 1024;
/** After nothing was taken, and what the pause doubles to. */
const FIRST_PAUSE_MS = 4;
const LONGEST_PAUSE_MS = 128;

/**
 * Hands text on in pieces, each in a turn of the event loop of its own. `write` must not wait: it gives how many bytes were taken, none
 * where the program does not read, undefined when it has ended.
 */
export function queueWrites(write: (bytes: Uint8Array) => number | undefined): (text: string) => void {
  let waiting = Buffer.alloc(0);
  let working = false;

  async function work(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (waiting.length > 0) {
      const taken = write(waiting.subarray(0, WRITE_BYTES));
      if (taken === undefined) break;
      waiting = waiting.subarray(taken);
      if (taken > 0) {
        pause = FIRST_PAUSE_MS;
        await setImmediate();
      } else {
        await setTimeout(pause, undefined, { ref: false });
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
    waiting = Buffer.alloc(0);
    working = false;
  }

  return (text) => {
    const bytes = Buffer.from(text);
    if (waiting.length + bytes.length > MOST_UNREAD_BYTES) return;
    waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
    if (working) return;
    working = true;
    void work();
  };
}
