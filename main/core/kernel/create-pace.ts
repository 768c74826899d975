import type { Clock } from '../ports';

/** Longest time without letting other work run. */
const SLICE_MS = 8;

/** To be awaited between the steps of long work: lets other work run whenever so many milliseconds are over. */
export function createPace(clock: Clock, sliceMs = SLICE_MS): () => Promise<void> {
  let since = clock.monotonic();
  return async () => {
    if (clock.monotonic() - since < sliceMs) return;
    await clock.sleep(0);
    since = clock.monotonic();
  };
}
