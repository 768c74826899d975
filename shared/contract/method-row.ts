import type { z } from 'zod';

/** `direction`: who asks. `scope`: what calls of one method are serialised on. `since`: the protocol version that brought it. */
export interface MethodRow<P extends z.ZodType, R extends z.ZodType> {
  params: P;
  result: R;
  direction: 'client';
  scope: 'none' | 'session' | 'config';
  since: number;
}

export function method<P extends z.ZodType, R extends z.ZodType>(scope: MethodRow<P, R>['scope'], params: P, result: R): MethodRow<P, R> {
  return { params, result, direction: 'client', scope, since: 1 };
}
