import { type ResourceLimits, Worker } from 'node:worker_threads';
import { CodedError } from '../../../shared/model/failure';
import type { JobAnswer } from './answer-jobs';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Silence after which a thread ends, and its memory with it. */
const IDLE_MS = 30_000;

/** A thread that does jobs one after the other, started with the first one. The file calls `answerJobs`. */
export class WorkerThread {
  readonly #path: string;
  readonly #onEnd: () => void;
  readonly #limits: ResourceLimits;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #next = 1;
  readonly #waiting = new Map<number, Waiting>();

  /** `onEnd`: what the thread knew is gone. */
  constructor(path: string, onEnd: () => void = () => undefined, limits: ResourceLimits = {}) {
    this.#path = path;
    this.#onEnd = onEnd;
    this.#limits = limits;
  }

  get runs(): boolean {
    return this.#worker !== undefined;
  }

  /**
   * Rejects with what the job rejects with, its code included, or with the error that ended the thread. What is in `handed` belongs to the
   * thread from then on.
   */
  ask<Answer>(job: unknown, handed: readonly ArrayBuffer[] = []): Promise<Answer> {
    const worker = this.#start();
    const id = this.#next++;
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (answer: Answer) => resolve(answer), reject });
      worker.postMessage({ id, job }, handed);
    });
  }

  async close(): Promise<void> {
    const worker = this.#forget();
    this.#failAll(new CodedError('aborted', 'the host is closing'));
    await worker?.terminate();
  }

  #start(): Worker {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#rest(), IDLE_MS);
    this.#idle.unref();
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(this.#path, { resourceLimits: this.#limits });
    worker.unref();
    worker.on('message', (answer: JobAnswer) => this.#settle(answer));
    worker.on('error', (error) => this.#ended(worker, error));
    worker.on('exit', () => this.#ended(worker, new Error('the thread ended')));
    this.#worker = worker;
    return worker;
  }

  #rest(): void {
    if (this.#waiting.size > 0) this.#start();
    else void this.#forget()?.terminate();
  }

  #forget(): Worker | undefined {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker !== undefined) this.#onEnd();
    return worker;
  }

  #ended(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#forget();
    this.#failAll(error);
  }

  #settle(answer: JobAnswer): void {
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
