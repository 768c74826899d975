import { answerJobs } from '../threads/answer-jobs';
import { holdTexts } from './held-texts';
import type { FrameJob } from './frame-parser';

answerJobs(({ chunks, nonce }: FrameJob) => holdTexts(JSON.parse(Buffer.concat(chunks).toString('utf8')), nonce));
