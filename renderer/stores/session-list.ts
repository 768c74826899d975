import type { Result } from '../../shared/contract/methods';
import type { SessionSummary } from '../../shared/model/session';
import { create } from 'zustand';
import { call, listen } from './host';

type Hit = Result<'session.search'>['hits'][number];

interface SessionListState {
  folder: string | undefined;
  sessions: SessionSummary[];
  total: number;
  query: string;
  archived: boolean;
  loading: boolean;
  /** Places in the text of sessions where the query was found. */
  hits: Hit[];
  hitsPartial: boolean;
}

const PAGE = 100;

export const useSessionList = create<SessionListState>(() => ({
  folder: undefined,
  sessions: [],
  total: 0,
  query: '',
  archived: false,
  loading: false,
  hits: [],
  hitsPartial: false,
}));

let asked = 0;

/** Loads the first page for a folder, query and archive flag; a later question makes an earlier answer void. */
export async function loadSessions(change: Partial<Pick<SessionListState, 'folder' | 'query' | 'archived'>> = {}): Promise<void> {
  asked += 1;
  const mine = asked;
  useSessionList.setState({ ...change, loading: true });
  const { folder, query, archived } = useSessionList.getState();
  try {
    const words = query.trim();
    const [list, found] = await Promise.all([
      call('session.list', { query: words, archived, limit: PAGE, ...(folder ? { folder } : {}) }),
      words.length > 1 ? call('session.search', { query: words, limit: 50, ...(folder ? { folder } : {}) }) : { hits: [], partial: false },
    ]);
    if (mine === asked)
      useSessionList.setState({ sessions: list.sessions, total: list.total, hits: found.hits, hitsPartial: found.partial });
  } finally {
    if (mine === asked) useSessionList.setState({ loading: false });
  }
}

export async function loadMoreSessions(): Promise<void> {
  const { folder, query, archived, sessions, total, loading } = useSessionList.getState();
  if (loading || sessions.length >= total) return;
  useSessionList.setState({ loading: true });
  try {
    const list = await call('session.list', {
      query: query.trim(),
      archived,
      offset: sessions.length,
      limit: PAGE,
      ...(folder ? { folder } : {}),
    });
    const known = new Set(sessions.map((session) => session.id));
    useSessionList.setState({ sessions: [...sessions, ...list.sessions.filter((session) => !known.has(session.id))], total: list.total });
  } finally {
    useSessionList.setState({ loading: false });
  }
}

/** Puts a changed line where it belongs: newest first, out of a list that it no longer fits. */
export function mergeSummary(sessions: SessionSummary[], summary: SessionSummary, fits: boolean): SessionSummary[] {
  const others = sessions.filter((session) => session.id !== summary.id);
  if (!fits) return others;
  const at = others.findIndex((session) => session.updatedAt <= summary.updatedAt);
  return at < 0 ? [...others, summary] : [...others.slice(0, at), summary, ...others.slice(at)];
}

export function followSessions(): () => void {
  return listen('sessions/changed', ({ summary }) => {
    const { sessions, folder, archived, query, total } = useSessionList.getState();
    const known = sessions.some((session) => session.id === summary.id);
    const fits = (!folder || summary.folder === folder) && summary.archived === archived && (known || query.trim() === '');
    const merged = mergeSummary(sessions, summary, fits);
    useSessionList.setState({ sessions: merged, total: total + merged.length - sessions.length });
  });
}
