import type { SessionReader } from '../../core/sessions/session-store';

/** What can be read of a session, whoever writes it: a reader, or the log that this process writes. */
export type SessionSource = Pick<
  SessionReader,
  'id' | 'state' | 'readItems' | 'readCall' | 'readRecipe' | 'readPart' | 'readBlob' | 'read' | 'subscribe'
>;
