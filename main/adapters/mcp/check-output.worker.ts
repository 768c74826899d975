import { answerJobs } from '../threads/answer-jobs';
import { checkOutput } from './check-output';

answerJobs(checkOutput);
