/** So long after the last output or key a program that invites to type counts as waiting for it. */
const SILENT_MS = 700;

export interface SilenceWatch {
  /** Something was printed or typed. */
  note(): void;
  end(): void;
  onChange(listener: (waiting: boolean) => void): () => void;
}

/**
 * Tells a program that waits for somebody from one that works: it has gone silent and `isWaiting`, which is asked once for each silence. An
 * answer that comes after the next output or key counts for nothing.
 */
export function watchSilence(isWaiting: () => Promise<boolean>): SilenceWatch {
  const listeners = new Set<(waiting: boolean) => void>();
  let waiting = false;
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  let silence = 0;
  function set(next: boolean): void {
    if (waiting === next) return;
    waiting = next;
    for (const listener of listeners) listener(next);
  }
  async function look(at: number): Promise<void> {
    const waits = await isWaiting().catch(() => false);
    if (!over && at === silence) set(waits);
  }
  return {
    note() {
      if (over) return;
      set(false);
      silence += 1;
      if (timer === undefined) timer = setTimeout(() => void look(silence), SILENT_MS);
      else timer.refresh();
    },
    end() {
      over = true;
      clearTimeout(timer);
      set(false);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
