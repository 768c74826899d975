/** So long after the last output or key a program that invites to type counts as waiting for it. */
const SILENT_MS = 700;

export interface SilenceWatch {
  /** Something was printed or typed. */
  note(): void;
  end(): void;
  onChange(listener: (waiting: boolean) => void): () => void;
}

/** Tells a program that waits for somebody from one that works, as a person would: it has gone silent and its cursor stands behind a text. */
export function watchSilence(invites: () => boolean): SilenceWatch {
  const listeners = new Set<(waiting: boolean) => void>();
  let waiting = false;
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  function set(next: boolean): void {
    if (waiting === next) return;
    waiting = next;
    for (const listener of listeners) listener(next);
  }
  return {
    note() {
      if (over) return;
      set(false);
      if (timer === undefined) timer = setTimeout(() => set(invites()), SILENT_MS);
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
