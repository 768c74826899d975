import { parentPort } from 'node:worker_threads';
import { CodedError } from '../../../shared/model/failure';
import { answerQuestion, OpenCall } from './call-query';
import type { WorkerAnswer, WorkerRequest } from './inspector-thread';

const calls = new Map<string, OpenCall>();

function answer({ id, key, load, forget, asked }: WorkerRequest): WorkerAnswer {
  try {
    for (const old of forget) calls.delete(old);
    if (load !== undefined) calls.set(key, new OpenCall(load));
    const call = calls.get(key);
    if (call === undefined) throw new CodedError('not-found', 'the call is not loaded');
    return { id, answer: answerQuestion(call, asked) };
  } catch (error) {
    return {
      id,
      error: {
        code: error instanceof CodedError ? error.code : 'internal',
        message: error instanceof Error ? error.message : String(error),
      },
    };
  }
}

parentPort?.on('message', (request: WorkerRequest) => parentPort?.postMessage(answer(request)));
