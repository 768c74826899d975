import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock } from '../../../main/adapters/clock/create-clock';

const DAY = 86_400_000;

describe('the clock', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sleeps longer than one timer of the system can wait', async () => {
    let awake = false;
    void createClock()
      .sleep(40 * DAY)
      .then(() => {
        awake = true;
      });
    await vi.advanceTimersByTimeAsync(40 * DAY - 1);
    expect(awake).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(awake).toBe(true);
  });

  it('wakes at once when it is told to, however long it was to sleep, and leaves no timer', async () => {
    const controller = new AbortController();
    const slept = createClock().sleep(1e99, controller.signal);
    await vi.advanceTimersByTimeAsync(60 * DAY);
    controller.abort();
    await slept;
    expect(vi.getTimerCount()).toBe(0);
  });
});
