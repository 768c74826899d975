import { existsSync } from 'node:fs';
import { KeyedQueue } from '../../core/kernel/keyed-queue';
import { workerPath } from '../files/app-root';
import { messageOf, systemCode } from '../storage/system-error';
import { WorkerThread } from '../threads/worker-thread';
import type { OutputAnswer, OutputJob } from './check-output';

/** Characters of a schema and of a value that are given to the thread: either has to be copied for it. */
const MOST_SCHEMA = 65_536;
const MOST_VALUE = 1_048_576;
/** Milliseconds that a look may take, without the start of the thread; a schema of a few lines can ask for a year of it. */
const MOST_MS = 3000;
const MEMORY_MB = 256;
const NOTHING: OutputJob = { schema: {}, value: null };

/** `unchecked`: it could not be looked at, for that reason. */
export type OutputVerdict = OutputAnswer | { state: 'unchecked'; detail: string };

/** Checks what tools give against their output schemas, which come from servers: in a thread that is ended when it takes too long. */
export interface OutputChecker {
  /** Never rejects. */
  check(job: OutputJob): Promise<OutputVerdict>;
  close(): Promise<void>;
}

/** One for all servers. */
export function createOutputChecker(worker = workerPath('check-output')): OutputChecker {
  const thread = new WorkerThread(worker, undefined, { maxOldGenerationSizeMb: MEMORY_MB });
  const turns = new KeyedQueue();

  async function ask(job: OutputJob): Promise<OutputVerdict> {
    if (!existsSync(worker)) return (await import('./check-output')).checkOutput(job);
    let timer: NodeJS.Timeout | undefined;
    let isTooLong = false;
    try {
      if (!thread.runs) await thread.ask<OutputAnswer>(NOTHING);
      timer = setTimeout(() => {
        isTooLong = true;
        void thread.close();
      }, MOST_MS);
      return await thread.ask<OutputAnswer>(job);
    } catch (error) {
      const detail =
        isTooLong || systemCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it takes too long, or too much memory' : messageOf(error);
      return { state: 'unchecked', detail };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async check({ schema, value }) {
      if (isLonger(schema, MOST_SCHEMA)) return { state: 'unchecked', detail: 'its schema is too large' };
      if (isLonger(value, MOST_VALUE)) return { state: 'unchecked', detail: 'it is too large' };
      return turns.run('', () => ask({ schema, value }));
    },
    close: () => thread.close(),
  };
}

/** Whether a JSON value has more characters than that; no more of it is looked at. */
function isLonger(value: unknown, most: number): boolean {
  return charsOf(value, most) > most;
}

function charsOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 4;
  let chars = 2;
  for (const [name, one] of Object.entries(value)) {
    chars += name.length + 1 + charsOf(one, most - chars);
    if (chars > most) return chars;
  }
  return chars;
}
