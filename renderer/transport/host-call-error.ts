import type { ErrorCode, WireError } from '../../shared/model/failure';

/** A call that the host refused or that never reached it (`unavailable`). Branch on `code`. */
export class HostCallError extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown> | undefined;
  constructor(error: WireError) {
    super(error.message);
    this.name = 'HostCallError';
    this.code = error.code;
    this.data = error.data;
  }
}
