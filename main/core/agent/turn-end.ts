import { CodedError, type ErrorCode, type Failure } from '../../../shared/model/failure';

/** How the rounds of a turn ended: the reason of `turn/ended`. */
export interface TurnEnd {
  reason: string;
  error?: { code: ErrorCode; message: string };
}

export function endOfError(error: unknown): TurnEnd {
  const code = error instanceof CodedError ? error.code : 'internal';
  return { reason: 'error', error: { code, message: error instanceof Error ? error.message : String(error) } };
}

export function endOfFailure(failure: Failure): TurnEnd {
  if (failure.kind === 'aborted') return { reason: 'aborted' };
  const code = failure.kind === 'no-credential' || failure.kind === 'too-large' ? failure.kind : 'provider';
  return { reason: 'error', error: { code, message: failure.message } };
}
