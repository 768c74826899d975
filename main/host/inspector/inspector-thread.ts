import { WorkerThread } from '../../adapters/threads/worker-thread';
import type { Asked, CallAnswers, CallQuestion } from './call-query';
import type { LoadedCall } from './load-call';

export interface InspectorJob {
  key: string;
  /** The call, the first time. */
  load?: LoadedCall;
  /** Keys of calls that are dropped. */
  forget: string[];
  asked: { question: CallQuestion; ask: CallAnswers[CallQuestion]['ask'] };
}

/** Calls that the thread keeps laid out. */
const KEPT = 4;

/** A thread that answers questions about large calls, so that the host's own loop stays free. Started with the first question. */
export class InspectorThread {
  readonly #thread: WorkerThread;
  #kept: string[] = [];

  constructor(path: string) {
    this.#thread = new WorkerThread(path, () => {
      this.#kept = [];
    });
  }

  has(key: string): boolean {
    return this.#thread.runs && this.#kept.includes(key);
  }

  /** `load` is needed when the thread does not have the call. Rejects with what the question rejects with, or `internal`. */
  ask<Q extends CallQuestion>(key: string, load: LoadedCall | undefined, asked: Asked<Q>): Promise<CallAnswers[Q]['answer']> {
    this.#kept = [...this.#kept.filter((one) => one !== key), key];
    const forget = this.#kept.slice(0, Math.max(0, this.#kept.length - KEPT));
    this.#kept = this.#kept.slice(forget.length);
    const job: InspectorJob = { key, forget, asked, ...(load === undefined ? {} : { load }) };
    return this.#thread.ask(job);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
