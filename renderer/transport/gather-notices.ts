export interface NoticeGatherer<T> {
  add(notice: T): void;
  /** Delivers what waits, at once. */
  flush(): void;
}

/**
 * Delivers the first notice at once and what follows within `intervalMs` together, in one task and in order: the page draws
 * after each task, however little came with it.
 */
export function gatherNotices<T>(deliver: (notice: T) => void, intervalMs: number): NoticeGatherer<T> {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const notices = waiting;
    waiting = [];
    for (const notice of notices) deliver(notice);
    last = performance.now();
  }

  return {
    add(notice) {
      waiting.push(notice);
      const wait = last + intervalMs - performance.now();
      if (wait <= 0) flush();
      else timer ??= setTimeout(flush, wait);
    },
    flush,
  };
}
