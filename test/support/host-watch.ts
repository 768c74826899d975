import type { HostClient } from '../../renderer/transport/host-client';
import type { NotificationData } from '../../shared/contract/notifications';
import type { SessionState } from '../../shared/model/session';
import { applyEvents } from '../../shared/reduce/session-reducer';

export interface Watched {
  state(): SessionState;
  /** Sequence numbers as they were delivered. */
  seqs: number[];
  /** Growing texts by item. */
  deltas: Map<string, string>;
  until(holds: (state: SessionState) => boolean): Promise<SessionState>;
}

/** Opens a session as a page does: a snapshot, then every event through the same reducer. */
export async function watchSession(client: HostClient, session: string): Promise<Watched> {
  const seqs: number[] = [];
  const deltas = new Map<string, string>();
  const early: Array<NotificationData<'session/event'>['event']> = [];
  const waiting = new Set<() => void>();
  let state: SessionState | undefined;
  client.on('session/event', (data) => {
    if (data.session !== session) return;
    seqs.push(data.event.seq);
    if (state === undefined) early.push(data.event);
    else state = applyEvents(state, [data.event]);
    for (const check of [...waiting]) check();
  });
  client.on('session/delta', (delta) => deltas.set(delta.item, (deltas.get(delta.item) ?? '') + delta.text));
  const opened = await client.call('session.open', { session });
  let now: SessionState = applyEvents(opened.state, early);
  state = now;
  return {
    seqs,
    deltas,
    state: () => state ?? now,
    until: (holds) =>
      new Promise((resolve) => {
        const check = () => {
          now = state ?? now;
          if (!holds(now)) return;
          waiting.delete(check);
          resolve(now);
        };
        waiting.add(check);
        check();
      }),
  };
}

export const isIdle = (state: SessionState): boolean => state.status === 'idle' && state.turns.length > 0;
