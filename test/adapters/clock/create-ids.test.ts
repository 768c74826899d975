import { describe, expect, it } from 'vitest';
import { createClock } from '../../../main/adapters/clock/create-clock';
import { createIds } from '../../../main/adapters/clock/create-ids';

describe('ids', () => {
  it('sort in the order in which they were made, even when the clock goes back', () => {
    let now = 1_800_000_000_000;
    const ids = createIds({ now: () => now });
    const made = Array.from({ length: 5000 }, (_, at) => {
      now += at % 7 === 0 ? -5 : at % 3;
      return ids.next('evt');
    });
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
    expect(made.every((id) => /^evt_[a-z0-9]{20}$/.test(id))).toBe(true);
  });

  it('differ between processes that count alike', () => {
    const one = createIds({ now: () => 5 });
    const two = createIds({ now: () => 5 });
    expect(one.next('a')).not.toBe(two.next('a'));
  });
});

describe('the clock', () => {
  it('sleeps until the time is over or the signal aborts, and never rejects', async () => {
    const clock = createClock();
    await clock.sleep(1);
    await clock.sleep(60_000, AbortSignal.abort());
    const controller = new AbortController();
    const sleeping = clock.sleep(60_000, controller.signal);
    controller.abort();
    await sleeping;
    expect(clock.monotonic()).toBeLessThanOrEqual(clock.monotonic());
  });
});
