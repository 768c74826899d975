import { existsSync } from 'node:fs';
import { WorkerThread } from '../threads/worker-thread';
import { type RunningSearch, type SearchCommand, type StartSearch, startSearch } from './search-process';

export interface SearchJob {
  id: number;
  /** The first time. */
  command?: SearchCommand;
  stop?: true;
}

/** Where more searches than this begin within a second, a thread starts them. */
const MOST_PER_SECOND = 10;

/**
 * The start of a process holds up the loop that does it for as long as the system takes. A few searches a second are started at once;
 * where hundreds of agents search, a thread does it, for as long as it lives.
 */
export function createSearchStart(worker: string, clock: () => number = () => performance.now()): StartSearch {
  if (!existsSync(worker)) return startSearch;
  const thread = new WorkerThread(worker);
  const begun: number[] = [];
  let ids = 0;
  return (command) => {
    const now = clock();
    begun.push(now);
    const earlier = begun.length > MOST_PER_SECOND ? begun.shift() : undefined;
    const crowded = earlier !== undefined && now - earlier < 1000;
    ids += 1;
    return crowded || thread.runs ? startInThread(thread, ids, command) : startSearch(command);
  };
}

function startInThread(thread: WorkerThread, id: number, command: SearchCommand): RunningSearch {
  let first: Pick<SearchJob, 'command'> = { command };
  return {
    next() {
      const job: SearchJob = { id, ...first };
      first = {};
      return thread.ask(job);
    },
    stop() {
      thread.ask({ id, stop: true } satisfies SearchJob).catch(() => undefined);
    },
  };
}
