import { useEffect, useState } from 'react';
import type { MethodName, Params, Result } from '../../shared/contract/methods';
import type { ErrorCode } from '../../shared/model/failure';
import { call, errorCode } from './host';

/** An answer of the host as it stands; `data` of the question before stays until the new one is there, so that panes do not blink. */
export interface Answer<T> {
  data: T | undefined;
  error: ErrorCode | undefined;
  loading: boolean;
  /** Asks once more, after a failure. */
  again: () => void;
}

/** Asks whenever `key` changes; an undefined key asks nothing. A later question makes an earlier answer void. */
export function useAnswer<M extends MethodName>(method: M, params: Params<M>, key: string | undefined): Answer<Result<M>> {
  const [answer, setAnswer] = useState<Omit<Answer<Result<M>>, 'again'>>({ data: undefined, error: undefined, loading: key !== undefined });
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the parameters
  useEffect(() => {
    if (key === undefined) return;
    let current = true;
    setAnswer((old) => ({ ...old, error: undefined, loading: true }));
    call(method, params).then(
      (data) => current && setAnswer({ data, error: undefined, loading: false }),
      (error: unknown) => current && setAnswer({ data: undefined, error: errorCode(error), loading: false }),
    );
    return () => {
      current = false;
    };
  }, [method, key, round]);
  return { ...answer, again: () => setRound((old) => old + 1) };
}
