import { describe, expect, it } from 'vitest';
import { createSessionTracker } from '../../renderer/transport/session-tracker';
import type { NotificationData } from '../../shared/contract/notifications';

type Notice = NotificationData<'session/event'>;

const notice = (seq: number): Notice => ({
  session: 's',
  event: { v: 1, seq, id: `e_${seq}`, at: '2026-01-01T00:00:00.000Z', type: 'recovered', detail: '', records: 0 },
});

/** A tracker of one session that stands at 3, over a host that has events up to `newest`. */
function track(newest: number, tooMany = false) {
  const delivered: number[] = [];
  const stale: string[] = [];
  const asked: number[] = [];
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const tracker = createSessionTracker({
    call: async (_method, params) => {
      const after = 'after' in params ? params.after : 0;
      asked.push(after);
      await gate;
      const events = Array.from({ length: newest - after }, (_, index) => notice(after + index + 1).event);
      return (tooMany ? { events: [], tooMany } : { events, tooMany }) as never;
    },
    deliver: ({ event }) => delivered.push(event.seq),
    stale: (session) => stale.push(session),
  });
  tracker.opened('s', 3);
  const settle = async () => {
    release();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { tracker, delivered, stale, asked, settle };
}

describe('events of an open session', () => {
  it('pass in order, and none twice', () => {
    const { tracker, delivered } = track(0);
    for (const seq of [4, 4, 5, 3, 6]) tracker.noteEvent(notice(seq));
    expect(delivered).toEqual([4, 5, 6]);
    expect(tracker.positions()).toEqual({ s: 6 });
  });

  it('wait behind a gap, which is asked for once', async () => {
    const { tracker, delivered, asked, settle } = track(8);
    for (const seq of [4, 7, 8, 9]) tracker.noteEvent(notice(seq));
    expect(delivered).toEqual([4]);
    await settle();
    expect(delivered).toEqual([4, 5, 6, 7, 8, 9]);
    expect(asked).toEqual([4]);
  });

  it('are given up when the gap is too large: the session must be opened again', async () => {
    const { tracker, delivered, stale, settle } = track(100_000, true);
    tracker.noteEvent(notice(50_000));
    await settle();
    expect([delivered, stale, tracker.positions()]).toEqual([[], ['s'], {}]);
  });

  it('are ignored once the session is closed', () => {
    const { tracker, delivered } = track(0);
    tracker.closed('s');
    tracker.noteEvent(notice(4));
    expect(delivered).toEqual([]);
  });
});
