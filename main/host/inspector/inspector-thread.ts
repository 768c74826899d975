import { Worker } from 'node:worker_threads';
import { CodedError, type ErrorCode } from '../../../shared/model/failure';
import type { Asked, CallAnswers, CallQuestion } from './call-query';
import type { LoadedCall } from './load-call';

export interface WorkerRequest {
  id: number;
  key: string;
  /** The call, the first time. */
  load?: LoadedCall;
  /** Keys of calls that are dropped. */
  forget: string[];
  asked: { question: CallQuestion; ask: CallAnswers[CallQuestion]['ask'] };
}
export type WorkerAnswer = { id: number; answer: unknown } | { id: number; error: { code: ErrorCode; message: string } };

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Silence after which the thread ends, and its memory with it. */
const IDLE_MS = 30_000;
/** Calls that the thread keeps laid out. */
const KEPT = 4;

/** A thread that answers questions about large calls, so that the host's own loop stays free. Started with the first question. */
export class InspectorThread {
  readonly #path: string;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #kept: string[] = [];
  #next = 1;
  readonly #waiting = new Map<number, Waiting>();

  constructor(path: string) {
    this.#path = path;
  }

  has(key: string): boolean {
    return this.#worker !== undefined && this.#kept.includes(key);
  }

  /** `load` is needed when the thread does not have the call. Rejects with what the question rejects with, or `internal`. */
  ask<Q extends CallQuestion>(key: string, load: LoadedCall | undefined, asked: Asked<Q>): Promise<CallAnswers[Q]['answer']> {
    const worker = this.#start();
    this.#kept = [...this.#kept.filter((one) => one !== key), key];
    const forget = this.#kept.slice(0, Math.max(0, this.#kept.length - KEPT));
    this.#kept = this.#kept.slice(forget.length);
    const id = this.#next++;
    return new Promise<CallAnswers[Q]['answer']>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (answer: CallAnswers[Q]['answer']) => resolve(answer), reject });
      const request: WorkerRequest = { id, key, forget, asked, ...(load === undefined ? {} : { load }) };
      worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#kept = [];
    await worker?.terminate();
    this.#failAll(new CodedError('aborted', 'the host is closing'));
  }

  #start(): Worker {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), IDLE_MS);
    this.#idle.unref();
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(this.#path);
    worker.unref();
    worker.on('message', (answer: WorkerAnswer) => this.#settle(answer));
    worker.on('error', (error) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#kept = [];
      this.#failAll(error);
    });
    this.#worker = worker;
    return worker;
  }

  #settle(answer: WorkerAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('error' in answer) waiting?.reject(new CodedError(answer.error.code, answer.error.message));
    else waiting?.resolve(answer.answer);
  }

  #failAll(error: Error): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all) reject(error);
  }
}
