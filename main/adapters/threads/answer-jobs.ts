import { parentPort } from 'node:worker_threads';
import { CodedError, type ErrorCode } from '../../../shared/model/failure';

export type JobAnswer = { id: number; answer: unknown } | { id: number; error: { code: ErrorCode; message: string } };

/** The thread's side of `WorkerThread`: answers each job, errors included. */
export function answerJobs<Job>(work: (job: Job) => unknown): void {
  parentPort?.on('message', ({ id, job }: { id: number; job: Job }) => {
    const send = (answer: JobAnswer) => parentPort?.postMessage(answer);
    // What cannot be handed over is an error as well: without any answer, whoever asked would wait for ever.
    void settle(id, job, work)
      .then(send)
      .catch((error: unknown) => send(failureOf(id, error)));
  });
}

async function settle<Job>(id: number, job: Job, work: (job: Job) => unknown): Promise<JobAnswer> {
  try {
    return { id, answer: await work(job) };
  } catch (error) {
    return failureOf(id, error);
  }
}

function failureOf(id: number, error: unknown): JobAnswer {
  const code = error instanceof CodedError ? error.code : 'internal';
  return { id, error: { code, message: error instanceof Error ? error.message : String(error) } };
}
