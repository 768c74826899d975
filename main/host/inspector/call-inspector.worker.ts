import { answerJobs } from '../../adapters/threads/answer-jobs';
import { CodedError } from '../../../shared/model/failure';
import { answerQuestion, OpenCall } from './call-query';
import type { InspectorJob } from './inspector-thread';

const calls = new Map<string, OpenCall>();

answerJobs(({ key, load, forget, asked }: InspectorJob) => {
  for (const old of forget) calls.delete(old);
  if (load !== undefined) calls.set(key, new OpenCall(load));
  const call = calls.get(key);
  if (call === undefined) throw new CodedError('not-found', 'the call is not loaded');
  return answerQuestion(call, asked);
});
