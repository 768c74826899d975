import { useEffect, useState } from 'react';
import type { ErrorCode } from '../../../shared/model/failure';
import type { TraceView } from '../../../shared/model/mcp';
import { call, errorCode } from '../../stores/host';

const PAGE = 200;

interface Trace {
  entries: readonly TraceView[];
  more: boolean;
  dropped: number;
}
const EMPTY: Trace = { entries: [], more: false, dropped: 0 };

/** Messages of a server that hold a text, newest first, in pages. They are asked for again when `stamp` changes. */
export function useTrace(folder: string, server: string, query: string, stamp: string) {
  const [trace, setTrace] = useState(EMPTY);
  const [error, setError] = useState<ErrorCode>();
  const [loading, setLoading] = useState(true);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp and the round ask anew
  useEffect(() => {
    let current = true;
    setLoading(true);
    call('mcp.trace', { folder, server, query, limit: PAGE })
      .then(
        (answer) => {
          if (!current) return;
          setTrace(answer);
          setError(undefined);
        },
        (failure: unknown) => current && setError(errorCode(failure)),
      )
      .finally(() => current && setLoading(false));
    return () => {
      current = false;
    };
  }, [folder, server, query, stamp, round]);
  const loadMore = () => {
    const before = trace.entries.at(-1)?.seq;
    if (loading || !trace.more || before === undefined) return;
    setLoading(true);
    call('mcp.trace', { folder, server, query, limit: PAGE, before })
      .then(
        (answer) =>
          setTrace((old) => (old.entries.at(-1)?.seq === before ? { ...answer, entries: [...old.entries, ...answer.entries] } : old)),
        (failure: unknown) => setError(errorCode(failure)),
      )
      .finally(() => setLoading(false));
  };
  return { ...trace, error, loading, refresh: () => setRound((old) => old + 1), loadMore };
}
