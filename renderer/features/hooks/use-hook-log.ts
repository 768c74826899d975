import { useCallback, useEffect, useRef, useState } from 'react';
import type { FiringRecord } from '../../../shared/contract/hook-methods';
import type { HookRunning } from '../../../shared/model/hook-run';
import { isKnownEvent } from '../../../shared/reduce/session-reducer';
import { call, listen, useHost } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';

/** Firings that come close together are drawn once. */
const TOGETHER_MS = 120;
const PAGE = 200;
/** Rows that are looked for at once, however few hooks the session has. */
const ENOUGH = 40;
/** What grows by itself is kept up to so many; what is older is read again when somebody scrolls to it. */
const MOST = 10_000;
const NOBODY: readonly HookRunning[] = [];

export interface HookLog {
  /** Newest first. */
  firings: readonly FiringRecord[];
  /** There are older ones, or there may be. */
  more: boolean;
}

interface Pages {
  firings: FiringRecord[];
  /** Where the next page begins; absent: there is none. */
  before?: number | undefined;
}

const UNREAD: Pages = { firings: [], before: Number.MAX_SAFE_INTEGER };

/** The ledger of a session, page by page and as it grows, and the hooks that run now. */
export function useHookLog(session: string | undefined): HookLog & { running: readonly HookRunning[]; readMore: () => void } {
  const [pages, setPages] = useState(UNREAD);
  const [running, setRunning] = useState(NOBODY);
  const reading = useRef<string>(undefined);
  const current = useRef(session);
  current.current = session;

  const readPage = useCallback(async (id: string, before: number) => {
    if (reading.current === id) return;
    reading.current = id;
    try {
      const page = await call('hooks.log', { session: id, before, limit: PAGE });
      if (current.current === id) setPages((old) => ({ firings: mergeFirings(old.firings, page.firings), before: page.before }));
    } catch (error) {
      if (current.current === id) setPages((old) => ({ ...old, before: undefined }));
      reportFailure(error);
    } finally {
      if (reading.current === id) reading.current = undefined;
    }
  }, []);

  useEffect(() => {
    setPages(UNREAD);
    setRunning(NOBODY);
    if (session === undefined) return;
    let fresh: FiringRecord[] = [];
    let timer: number | undefined;
    const take = () => {
      timer = undefined;
      const taken = fresh;
      fresh = [];
      setPages((old) => boundPages({ ...old, firings: mergeFirings(taken, old.firings) }));
    };
    const offEvent = listen('session/event', ({ session: id, event }) => {
      if (id !== session || !isKnownEvent(event) || event.type !== 'hook/considered') return;
      fresh.unshift(event);
      timer ??= window.setTimeout(take, TOGETHER_MS);
    });
    const offRunning = listen('hooks/running', (data) => {
      if (data.session === session) setRunning(data.running);
    });
    const offStale = useHost.getState().client?.onStale((id) => {
      if (id === session) setPages(UNREAD);
    });
    return () => {
      clearTimeout(timer);
      offStale?.();
      offEvent();
      offRunning();
    };
  }, [session]);

  const { firings, before } = pages;
  const scarce = firings.length < ENOUGH;
  useEffect(() => {
    if (session !== undefined && before !== undefined && scarce) void readPage(session, before);
  }, [session, before, scarce, readPage]);

  const readMore = () => {
    if (session !== undefined && before !== undefined) void readPage(session, before);
  };
  return { firings, running, more: before !== undefined, readMore };
}

/** Both lists are newest first; what stands in both is taken once. */
function mergeFirings(newer: readonly FiringRecord[], older: readonly FiringRecord[]): FiringRecord[] {
  const last = newer.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
  const first = older.findIndex(({ seq }) => seq < last);
  return first === -1 ? [...newer] : [...newer, ...older.slice(first)];
}

function boundPages({ firings, before }: Pages): Pages {
  if (firings.length <= MOST) return { firings, before };
  return { firings: firings.slice(0, MOST), before: firings[MOST - 1]?.seq };
}
