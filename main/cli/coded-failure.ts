import { CodedError } from '../../shared/model/failure';
import { UsageError } from './usage-error';

/** What the system says where there is no room, or nothing may be written. */
const UNWRITABLE: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);

/** A refusal of the system: the person's to mend, unlike a fault of the program. */
export function isSystemError(error: unknown): error is Error & { code?: unknown; path?: unknown } {
  return error instanceof Error && 'syscall' in error;
}

/** Any failure of a command with a code of the closed list; undefined for a command that was used wrongly. */
export function codedFailure(error: unknown): CodedError | undefined {
  if (error instanceof UsageError) return undefined;
  if (error instanceof CodedError) return error.code === 'bad-request' ? undefined : error;
  if (isSystemError(error)) return new CodedError(UNWRITABLE.has(error.code) ? 'write-failed' : 'unavailable', error.message);
  return new CodedError('internal', error instanceof Error ? error.message : String(error));
}
