import { availableParallelism } from 'node:os';
import type { SearchCommand, StartSearch } from './search-process';

/** Searches that run at once: more of them only take the processors from each other, from the host and from the page. */
const MOST_AT_ONCE = 2 * availableParallelism();

let running = 0;
const waiting: Array<() => void> = [];
let lastStart: Promise<void> = Promise.resolve();

/** Starting a process holds up the event loop: each search starts in a turn of its own, so that others get theirs in between. */
async function takePlace(): Promise<void> {
  if (running < MOST_AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  lastStart = lastStart.then(nextTurn);
  return lastStart;
}

function leavePlace(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Streams ripgrep's output line by line. `onLine` returns false when it has enough: the search is then stopped. Resolves with
 * true when it was stopped or aborted before its end. Rejects with ripgrep's own words on a bad pattern.
 */
export async function runRipgrep(
  start: StartSearch,
  command: SearchCommand,
  signal: AbortSignal,
  onLine: (line: string) => boolean,
  separator = '\n',
): Promise<boolean> {
  await takePlace();
  try {
    return signal.aborted || (await readLines(start, command, signal, onLine, separator));
  } finally {
    leavePlace();
  }
}

async function readLines(
  start: StartSearch,
  command: SearchCommand,
  signal: AbortSignal,
  onLine: (line: string) => boolean,
  separator: string,
): Promise<boolean> {
  const search = start(command);
  let stopped = false;
  const stop = () => {
    stopped = true;
    search.stop();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    let rest = '';
    for (;;) {
      const { text, end } = await search.next();
      const lines = (rest + text).split(separator);
      rest = lines.pop() ?? '';
      if (end !== undefined && rest !== '') lines.push(rest);
      for (const line of lines) if (!stopped && !onLine(line)) stop();
      if (end?.code === 2 && end.errors !== '' && !stopped) throw new Error(end.errors.trim());
      if (end !== undefined) return stopped;
      // A large tree comes in faster than it is looked through: give the event loop its turn after each piece.
      await nextTurn();
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
