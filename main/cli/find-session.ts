import { CodedError } from '../../shared/model/failure';
import { resolveSessionId } from '../core/sessions/resolve-session-id';
import type { SessionStore } from '../core/sessions/session-store';

const PAGE = 500;

/** The session that a person means: `last` (of a folder, or of all), an id, or the unique beginning of one. */
export async function findSession(store: SessionStore, wanted: string, folder?: string): Promise<string> {
  if (wanted === 'last') {
    const newest = await store.newest(folder);
    if (newest === undefined)
      throw new CodedError('not-found', folder === undefined ? 'there is no session yet' : `there is no session of ${folder} yet`);
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
