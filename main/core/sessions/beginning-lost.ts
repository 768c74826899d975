import { CodedError } from '../../../shared/model/failure';

/** Folder, instructions and tools of a session stand in its first record: without it nothing can be run in the session. */
export function beginningLost(session: string): CodedError {
  return new CodedError('read-only', `the first record of session ${session} is lost: it can be shown and exported, but not continued`);
}
