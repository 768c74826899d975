/** What is read faster than a checkpoint: a log, or the end of one, of fewer bytes gets none. */
const WORTH_BYTES = 256 * 1024;

/** Whether a log of `size` bytes, of which `kept` are in a checkpoint, deserves a new one. */
export function isWorthKeeping(size: number, kept: number): boolean {
  return size - kept >= WORTH_BYTES;
}
