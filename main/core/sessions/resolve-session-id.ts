import { CodedError } from '../../../shared/model/failure';

/**
 * The session that a person means: `last`, a whole id, or the unique beginning of one. Rejects with `not-found`, or with
 * `bad-request` when several ids begin so.
 */
export function resolveSessionId(wanted: string, ids: readonly string[], newest: string | undefined): string {
  if (wanted === 'last') {
    if (newest === undefined) throw new CodedError('not-found', 'there is no session yet');
    return newest;
  }
  if (ids.includes(wanted)) return wanted;
  const matching = wanted === '' ? [] : ids.filter((id) => id.startsWith(wanted));
  const [only] = matching;
  if (only === undefined) throw new CodedError('not-found', `no session ${wanted}`);
  if (matching.length > 1)
    throw new CodedError('bad-request', `${matching.length} sessions begin with ${wanted}`, { sessions: matching.slice(0, 10) });
  return only;
}
