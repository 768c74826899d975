import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gatherNotices } from '../../renderer/transport/gather-notices';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function gather() {
  const delivered: number[] = [];
  return { delivered, notices: gatherNotices<number>((notice) => delivered.push(notice), 33) };
}

describe('gathering notices', () => {
  it('delivers the first at once and what follows together and in order', () => {
    const { delivered, notices } = gather();
    notices.add(1);
    notices.add(2);
    notices.add(3);
    expect(delivered).toEqual([1]);
    vi.advanceTimersByTime(32);
    expect(delivered).toEqual([1]);
    vi.advanceTimersByTime(1);
    expect(delivered).toEqual([1, 2, 3]);
  });

  it('delivers at once again after a pause', () => {
    const { delivered, notices } = gather();
    notices.add(1);
    vi.advanceTimersByTime(100);
    notices.add(2);
    expect(delivered).toEqual([1, 2]);
  });

  it('delivers what waits when it is asked to, and once', () => {
    const { delivered, notices } = gather();
    notices.add(1);
    notices.add(2);
    notices.flush();
    expect(delivered).toEqual([1, 2]);
    vi.advanceTimersByTime(100);
    expect(delivered).toEqual([1, 2]);
  });
});
