import { findKnownSecrets } from '../../core/secrets/known-formats';
import { answerJobs } from '../threads/answer-jobs';
import { lintSecrets } from './lint-secrets';

answerJobs(async (text: string) => [...findKnownSecrets(text), ...(await lintSecrets(text))]);
