import { CodedError } from '../../shared/model/failure';
import { resolveSessionId } from '../core/sessions/resolve-session-id';
import type { SessionStore } from '../core/sessions/session-store';

const PAGE = 500;
const MOST_NAMED = 5;

/** The session that a person means: `last` (of a folder, or of all), an id, or the unique beginning of one. */
export async function findSession(store: SessionStore, wanted: string, folder?: string): Promise<string> {
  if (wanted === 'last') {
    const newest = await store.newest(folder);
    if (newest === undefined) throw new CodedError('not-found', await noSessionWords(store, folder));
    return newest;
  }
  const ids: string[] = [];
  for (const archived of [false, true]) {
    for (let offset = 0; ; offset += PAGE) {
      const { sessions } = await store.list({ archived, query: '', offset, limit: PAGE });
      ids.push(...sessions.map(({ id }) => id));
      if (sessions.length < PAGE) break;
    }
  }
  return resolveSessionId(wanted, ids, undefined);
}

/** A session whose first record is lost is of no folder any more: it may be the one that was meant. */
async function noSessionWords(store: SessionStore, folder: string | undefined): Promise<string> {
  if (folder === undefined) return 'there is no session yet';
  const { sessions } = await store.list({ archived: false, query: '', offset: 0, limit: PAGE });
  const lost = sessions.filter((session) => session.folder === '').map(({ id }) => id);
  if (lost.length === 0) return `there is no session of ${folder} yet`;
  return `there is no session of ${folder} that can be continued; of ${lost.slice(0, MOST_NAMED).join(', ')} the first record is lost, and with it the folder: it can be shown and exported`;
}
