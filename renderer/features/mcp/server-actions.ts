import type { MethodName, Params } from '../../../shared/contract/methods';
import type { ServerView } from '../../../shared/model/mcp';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';

/** Asks the host; a failure is told. True: it was done. */
export async function ask<M extends MethodName>(method: M, params: Params<M>): Promise<boolean> {
  try {
    await call(method, params);
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}

/** Answers for the very entry that was seen: another one of the same name asks again. */
export function approveServer(folder: string, { name, hash }: Pick<ServerView, 'name' | 'hash'>, approve: boolean): Promise<boolean> {
  return ask('mcp.approve', { folder, server: name, hash, approve });
}
