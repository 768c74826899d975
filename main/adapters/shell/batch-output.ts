const INTERVAL_MS = 16;
const LARGEST_BATCH = 65_536;

export interface OutputBatcher {
  add(text: string): void;
  flush(): void;
}

/** Hands text on at most every 16 ms, or as soon as 64 kB are together (invariant 6). */
export function batchOutput(deliver: (text: string) => void): OutputBatcher {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    deliver(text);
  }
  return {
    add(text) {
      waiting += text;
      if (waiting.length >= LARGEST_BATCH) flush();
      else timer ??= setTimeout(flush, INTERVAL_MS);
    },
    flush,
  };
}
