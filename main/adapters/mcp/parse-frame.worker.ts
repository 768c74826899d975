import { answerJobs } from '../threads/answer-jobs';
import { holdTexts } from './held-texts';
import type { FrameAnswer, FrameJob } from './frame-parser';
import { packText } from './packed-texts';
import { readFrame } from './read-frame';

answerJobs(({ chunks, nonce, mark }: FrameJob): FrameAnswer => {
  const { value, texts } = holdTexts(readFrame(Buffer.concat(chunks), mark), nonce);
  return { value, texts: [...texts].map(([name, text]) => [name, packText(text)]) };
});
