import { useEffect } from 'react';
import type { FiringRecord } from '../../../shared/contract/hook-methods';
import type { useHookLog } from './use-hook-log';

/** The firing that a link names, read back to as far as it lies. `isLinked` absent: there is no link. */
export function useLinkedFiring(
  { firings, more, readMore }: ReturnType<typeof useHookLog>,
  isLinked: ((firing: FiringRecord) => boolean) | undefined,
): FiringRecord | undefined {
  const linked = isLinked === undefined ? undefined : firings.find(isLinked);
  const missing = isLinked !== undefined && linked === undefined && more;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read on with each page that came without it
  useEffect(() => {
    if (missing) readMore();
  }, [missing, firings]);
  return linked;
}
