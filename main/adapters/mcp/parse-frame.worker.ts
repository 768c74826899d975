import { answerJobs } from '../threads/answer-jobs';
import { holdTexts } from './held-texts';
import type { FrameAnswer, FrameJob } from './frame-parser';
import { packText } from './packed-texts';

answerJobs(({ chunks, nonce }: FrameJob): FrameAnswer => {
  const { value, texts } = holdTexts(JSON.parse(Buffer.concat(chunks).toString('utf8')), nonce);
  return { value, texts: [...texts].map(([name, text]) => [name, packText(text)]) };
});
