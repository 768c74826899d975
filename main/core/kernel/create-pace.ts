import type { Clock } from '../ports';

/** Longest time without letting other work run. */
const SLICE_MS = 8;

/** To be awaited between the steps of long work: lets other work run whenever 8 ms are over. */
export function createPace(clock: Clock): () => Promise<void> {
  let since = clock.monotonic();
  return async () => {
    if (clock.monotonic() - since < SLICE_MS) return;
    await clock.sleep(0);
    since = clock.monotonic();
  };
}
