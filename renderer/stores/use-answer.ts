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

/**
 * Asks whenever `key` changes; an undefined key asks nothing. A later question makes an earlier answer void.
 * `subject` is what the answer is about: an answer about another one is dropped at once.
 */
export function useAnswer<M extends MethodName>(method: M, params: Params<M>, key: string | undefined, subject = ''): Answer<Result<M>> {
  const unasked = { data: undefined, error: undefined, loading: key !== undefined, subject };
  const [answer, setAnswer] = useState<Omit<Answer<Result<M>>, 'again'> & { subject: string }>(unasked);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the parameters
  useEffect(() => {
    if (key === undefined) return;
    let current = true;
    setAnswer((old) => ({ data: old.subject === subject ? old.data : undefined, error: undefined, loading: true, subject }));
    call(method, params).then(
      (data) => current && setAnswer({ data, error: undefined, loading: false, subject }),
      (error: unknown) => current && setAnswer({ data: undefined, error: errorCode(error), loading: false, subject }),
    );
    return () => {
      current = false;
    };
  }, [method, key, round]);
  const { data, error, loading } = answer.subject === subject ? answer : unasked;
  return { data, error, loading, again: () => setRound((old) => old + 1) };
}
