import { useEffect, useState } from 'react';
import type { FiringRecord } from '../../../shared/contract/hook-methods';
import type { HookRunning } from '../../../shared/model/hook-run';
import { listen } from '../../stores/host';
import { useAnswer } from '../../stores/use-answer';

/** Firings that come close together are asked for once. */
const TOGETHER_MS = 120;
const NONE: readonly FiringRecord[] = [];
const NOBODY: readonly HookRunning[] = [];

/** The ledger of a session, newest first, as it grows, and the hooks that run now. */
export function useHookLog(session: string | undefined): {
  firings: readonly FiringRecord[];
  running: readonly HookRunning[];
  more: boolean;
  loading: boolean;
} {
  const [limit] = useState(200);
  const [fresh, setFresh] = useState(0);
  const [running, setRunning] = useState(NOBODY);
  useEffect(() => {
    setRunning(NOBODY);
    if (session === undefined) return;
    let timer: number | undefined;
    const offEvent = listen('session/event', (data) => {
      if (data.session !== session || data.event.type !== 'hook/considered') return;
      clearTimeout(timer);
      timer = window.setTimeout(() => setFresh((old) => old + 1), TOGETHER_MS);
    });
    const offRunning = listen('hooks/running', (data) => {
      if (data.session === session) setRunning(data.running);
    });
    return () => {
      clearTimeout(timer);
      offEvent();
      offRunning();
    };
  }, [session]);
  const key = session === undefined ? undefined : `${session} ${fresh}`;
  const { data, loading } = useAnswer('hooks.log', { session: session ?? '', limit }, key, session ?? '');
  return { firings: data?.firings ?? NONE, running, more: data?.more ?? false, loading };
}
