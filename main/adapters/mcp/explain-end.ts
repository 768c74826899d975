import { cutEnd } from '../../../shared/text/cut-text';
import { ServerError } from '../../core/mcp/server-connection';

/** Characters of the error output that are quoted. */
const MOST_QUOTED = 400;
/** What a shell, or a starter of programs, says by how it ends. */
const REASONS: ReadonlyMap<number, string> = new Map([
  [126, 'a program that it needs may not be run'],
  [127, 'a program that it needs was not found'],
]);

/**
 * Why a program ended that never spoke the protocol: started again as it is, it would do the same. One that was killed tells nothing of
 * itself. `errorOutput` holds no secret.
 */
export function explainEnd(failure: ServerError, errorOutput: string): ServerError {
  const { kind, message, code } = failure;
  if (kind !== 'closed' || code === undefined) return failure;
  const reason = REASONS.get(code);
  const said = cutEnd(errorOutput.trim(), MOST_QUOTED);
  const words = [`${message} before it said anything`, ...(reason === undefined ? [] : [reason]), ...(said === '' ? [] : [said])];
  return new ServerError('cannot-start', words.join(': '), code);
}
