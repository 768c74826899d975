import { existsSync } from 'node:fs';
import type { SessionSource } from '../sessions/session-source';
import { answerQuestion, type Asked, type CallAnswers, type CallQuestion, OpenCall } from './call-query';
import { InspectorThread } from './inspector-thread';
import { type LoadedCall, loadCall } from './load-call';

/** Bodies from this size on are looked at in the thread: below it an answer takes less than about 8 ms. */
const THREAD_BYTES = 160 * 1024;
/** Small calls that stay loaded: the inspector asks for the same one many times in a row. */
const KEPT = 4;

/** Answers questions about any call of any session, live or old. */
export class CallInspector {
  readonly #kept = new Map<string, OpenCall>();
  readonly #thread: InspectorThread | undefined;

  /** `worker`: the thread's bundled file; without it everything is answered here. */
  constructor(worker: string) {
    this.#thread = existsSync(worker) ? new InspectorThread(worker) : undefined;
  }

  /** Rejects with `not-found` for an unknown call, segment, or one whose parts are damaged. */
  async ask<Q extends CallQuestion>(session: SessionSource, call: string, asked: Asked<Q>): Promise<CallAnswers[Q]['answer']> {
    const key = `${session.id} ${call}`;
    if (this.#thread?.has(key)) return this.#thread.ask(key, undefined, asked);
    const known = this.#kept.get(key);
    if (known !== undefined) return answerQuestion(known, asked);
    const loaded = await loadCall(session, call);
    if (this.#thread !== undefined && loaded.start.bytes >= THREAD_BYTES) return this.#thread.ask(this.#keyOf(key, loaded), loaded, asked);
    const open = new OpenCall(loaded);
    if (loaded.end !== undefined) this.#keep(key, open);
    return answerQuestion(open, asked);
  }

  load(session: SessionSource, call: string): Promise<LoadedCall> {
    return loadCall(session, call);
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }

  /** A running call is loaded again with each question: its answer is still to come. */
  #keyOf(key: string, { end }: LoadedCall): string {
    return end === undefined ? `${key} running` : key;
  }

  #keep(key: string, open: OpenCall): void {
    this.#kept.set(key, open);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
  }
}
