import { applyEvents } from '../../shared/reduce/session-reducer';
import type { NotificationData } from '../../shared/contract/notifications';
import type { ItemDelta } from '../../shared/model/event';
import type { ErrorCode } from '../../shared/model/failure';
import type { ItemView } from '../../shared/model/item';
import type { SessionState } from '../../shared/model/session';
import { create } from 'zustand';
import { call, errorCode, failureDetail, listen, useHost } from './host';
import { addViews, dropView, type Views } from './item-views';
import { joinSpine, prependSpine } from './spine';

type SessionEventNotice = NotificationData<'session/event'>;
type Live = Partial<Record<ItemDelta['channel'], string>>;

interface OpenSession {
  id: string | undefined;
  phase: 'none' | 'opening' | 'ready' | 'failed';
  error: ErrorCode | undefined;
  /** The host's own words about the error. */
  errorDetail: string | undefined;
  /** The shared reducer's output. Its `items` and `calls` may still lack the oldest ones (`missing`). */
  state: SessionState | undefined;
  missing: number;
  /** Who writes this session, when it is not this host. */
  readOnlyOwner: string | undefined;
  /** A bounded window of item bodies; what is not in it is read when it comes into sight. */
  views: Views;
  /** Decoration: what grew since an item started. Gone when the item completes. */
  live: Record<string, Live>;
}

const NOTHING: OpenSession = {
  id: undefined,
  phase: 'none',
  error: undefined,
  errorDetail: undefined,
  state: undefined,
  missing: 0,
  readOnlyOwner: undefined,
  views: new Map(),
  live: {},
};
const SPINE_PAGE = 5000;
/** Growing text is cut back to the first number when it reaches the second: cutting copies it, so not with every delta. */
const LIVE_CHARS = 300_000;
const MAX_LIVE_CHARS = 400_000;

export const useSession = create<OpenSession>(() => NOTHING);

let early: SessionEventNotice[] = [];
let opening = 0;

/** Opens a session in this window and lets go of the one before. `undefined` closes. */
export async function openSession(id: string | undefined): Promise<void> {
  const before = useSession.getState().id;
  if (before === id && useSession.getState().phase !== 'failed') return;
  // What is still being read belongs to the session before.
  opening += 1;
  if (before) void call('session.close', { session: before }).catch(() => undefined);
  useSession.setState(id ? { ...NOTHING, id, phase: 'opening' } : NOTHING);
  if (id) await readSession(id);
}

async function readSession(id: string): Promise<void> {
  opening += 1;
  const mine = opening;
  early = [];
  useSession.setState({ phase: 'opening' });
  try {
    const opened = await call('session.open', { session: id });
    if (mine !== opening || useSession.getState().id !== id) return;
    const { state: old, views } = useSession.getState();
    const state = old ? joinSpine(old, opened.state) : opened.state;
    useSession.setState({
      phase: 'ready',
      error: undefined,
      errorDetail: undefined,
      state,
      missing: Math.max(0, opened.totalItems - state.items.length),
      readOnlyOwner: opened.readOnly?.owner,
      views: addViews(old ? views : new Map(), opened.views),
      live: {},
    });
    const waiting = early;
    early = [];
    for (const notice of waiting) takeEvent(notice);
  } catch (error) {
    if (mine === opening) useSession.setState({ phase: 'failed', error: errorCode(error), errorDetail: failureDetail(error) });
    return;
  }
  // What is there stays usable without its oldest part, which the next reading asks for again.
  await readOlder(id, mine).catch(() => undefined);
}

/** Ends when another reading begins: two would count what is missing against each other. */
async function readOlder(id: string, mine: number): Promise<void> {
  for (;;) {
    const { missing, phase } = useSession.getState();
    if (mine !== opening || phase !== 'ready' || missing <= 0) return;
    const page = await call('session.spine', { session: id, before: missing, limit: SPINE_PAGE });
    const { state } = useSession.getState();
    if (mine !== opening || !state) return;
    useSession.setState({
      state: prependSpine(state, page),
      missing: page.items.length === 0 ? 0 : Math.max(0, missing - page.items.length),
    });
  }
}

/** Takes one durable event. The transport keeps their order; one that does not fit all the same means: read again. */
export function takeEvent(notice: SessionEventNotice): void {
  const { id, state, phase } = useSession.getState();
  if (notice.session !== id) return;
  if (!state || phase !== 'ready') {
    early.push(notice);
    return;
  }
  const { event, view } = notice;
  if (event.seq <= state.lastSeq) return;
  if (event.seq > state.lastSeq + 1) {
    void readSession(id);
    return;
  }
  applyOne(event, view);
}

function applyOne(event: SessionEventNotice['event'], view: ItemView | undefined): void {
  const { state, views, live } = useSession.getState();
  if (!state) return;
  const item = itemIn(event);
  const next: Partial<OpenSession> = { state: applyEvents(state, [event]) };
  if (item) {
    next.views = view ? addViews(views, [view]) : dropView(views, item);
    if (event.type === 'item/completed') {
      const { [item]: _gone, ...rest } = live;
      next.live = rest;
    }
  }
  useSession.setState(next);
}

function itemIn(event: SessionEventNotice['event']): string | undefined {
  if (event.type !== 'item/started' && event.type !== 'item/completed') return undefined;
  const item = event['item'];
  return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? item.id : undefined;
}

export function takeDelta(delta: ItemDelta): void {
  const { id, live, state } = useSession.getState();
  if (delta.session !== id || !state) return;
  const old = live[delta.item] ?? {};
  const grown = (old[delta.channel] ?? '') + delta.text;
  const text = grown.length > MAX_LIVE_CHARS ? grown.slice(-LIVE_CHARS) : grown;
  useSession.setState({ live: { ...live, [delta.item]: { ...old, [delta.channel]: text } } });
}

/** Follows events and deltas of the host. Returns the function that ends it. */
export function followSession(): () => void {
  const { client } = useHost.getState();
  const offStale = client?.onStale((session) => {
    if (session === useSession.getState().id) void readSession(session);
  });
  const offOwner = listen('session/owner', ({ session, owner }) => {
    if (session === useSession.getState().id) useSession.setState({ readOnlyOwner: owner });
  });
  const offs = [listen('session/event', takeEvent), listen('session/delta', takeDelta), offOwner, offStale ?? (() => undefined)];
  return () => {
    for (const off of offs) off();
  };
}

/** Whether something of the open session could not be read. */
export function lacksParts(): boolean {
  const { phase, missing } = useSession.getState();
  return phase === 'failed' || missing > 0;
}

/** Reads the open session again, after a failure. */
export function reopenSession(): void {
  const { id } = useSession.getState();
  if (id) void readSession(id);
}
