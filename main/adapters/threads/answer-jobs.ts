import { parentPort } from 'node:worker_threads';
import { CodedError, type ErrorCode } from '../../../shared/model/failure';

export type JobAnswer = { id: number; answer: unknown } | { id: number; error: { code: ErrorCode; message: string } };

/** The thread's side of `WorkerThread`: answers each job, errors included. */
export function answerJobs<Job>(work: (job: Job) => unknown): void {
  parentPort?.on('message', ({ id, job }: { id: number; job: Job }) => {
    void settle(id, job, work).then((answer) => parentPort?.postMessage(answer));
  });
}

async function settle<Job>(id: number, job: Job, work: (job: Job) => unknown): Promise<JobAnswer> {
  try {
    return { id, answer: await work(job) };
  } catch (error) {
    const code = error instanceof CodedError ? error.code : 'internal';
    return { id, error: { code, message: error instanceof Error ? error.message : String(error) } };
  }
}
