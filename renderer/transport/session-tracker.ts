import type { MethodName, Params, Result } from '../../shared/contract/methods';
import type { NotificationData } from '../../shared/contract/notifications';

type SessionNotice = NotificationData<'session/event'>;

interface Position {
  seq: number;
  /** Set while a gap is being filled: what comes meanwhile waits here. */
  held: SessionNotice[] | undefined;
}

interface TrackerOptions {
  call<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>>;
  deliver(notice: SessionNotice): void;
  stale(session: string): void;
}

export interface SessionTracker {
  opened(session: string, seq: number): void;
  closed(session: string): void;
  noteEvent(notice: SessionNotice): void;
  /** The newest sequence number delivered of each open session. */
  positions(): Record<string, number>;
}

/** Keeps the order: every durable event of an open session is delivered once, in sequence, whatever the connection did. */
export function createSessionTracker({ call, deliver, stale }: TrackerOptions): SessionTracker {
  const open = new Map<string, Position>();

  function pass(position: Position, notice: SessionNotice): void {
    position.seq = notice.event.seq;
    deliver(notice);
  }

  async function fill(session: string, position: Position): Promise<void> {
    try {
      const missed = await call('session.events', { session, after: position.seq });
      if (open.get(session) !== position) return;
      if (missed.tooMany) {
        open.delete(session);
        return stale(session);
      }
      const views = await readViews(session, missed.events);
      if (open.get(session) !== position) return;
      for (const event of missed.events) {
        if (event.seq <= position.seq) continue;
        const item = itemOf(event);
        pass(position, { session, event, view: item === undefined ? undefined : views.get(item) });
      }
      const held = position.held ?? [];
      position.held = undefined;
      for (const notice of held) noteEvent(notice);
    } catch {
      // The connection dropped: the next one asks for everything after `seq` again.
      position.held = undefined;
    }
  }

  async function readViews(session: string, events: readonly SessionNotice['event'][]) {
    const ids = [...new Set(events.map(itemOf).filter((id) => id !== undefined))];
    const views = new Map<string, SessionNotice['view']>();
    for (let from = 0; from < ids.length; from += 200) {
      const page = await call('item.read', { session, items: ids.slice(from, from + 200) });
      for (const view of page.views) views.set(view.item.id, view);
    }
    return views;
  }

  function noteEvent(notice: SessionNotice): void {
    const position = open.get(notice.session);
    if (position === undefined || notice.event.seq <= position.seq) return;
    if (position.held !== undefined) {
      position.held.push(notice);
    } else if (notice.event.seq === position.seq + 1) {
      pass(position, notice);
    } else {
      position.held = [notice];
      void fill(notice.session, position);
    }
  }

  return {
    opened: (session, seq) => void open.set(session, { seq, held: undefined }),
    closed: (session) => void open.delete(session),
    noteEvent,
    positions: () => Object.fromEntries([...open].map(([session, position]) => [session, position.seq])),
  };
}

/** The item that an event is about, when it starts or completes one. */
function itemOf(event: SessionNotice['event']): string | undefined {
  if ((event.type !== 'item/started' && event.type !== 'item/completed') || !('item' in event)) return undefined;
  const { item } = event;
  return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? item.id : undefined;
}
