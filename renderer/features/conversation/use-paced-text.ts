import { startTransition, useEffect, useRef, useState } from 'react';

const SHORTEST_MS = 33;
const LONGEST_MS = 250;
/** A text that takes long to draw is drawn less often: so many times as long belongs to everything else. */
const PAUSE_PER_DRAWING = 3;

interface Pace {
  newest: string;
  pause: number;
  /** When the drawing that goes on began. */
  began: number | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * A growing text as far as it is drawn. The next drawing begins after a pause in proportion to the last one, never while one goes
 * on: one that began anew with each delta would not end before the text does. What is no continuation comes at once.
 */
export function usePacedText(newest: string): string {
  const [shown, setShown] = useState(newest);
  const pace = useRef<Pace>({ newest, pause: SHORTEST_MS, began: undefined, timer: undefined });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawing ends when what is shown has changed
  useEffect(() => {
    const { current } = pace;
    if (current.began !== undefined)
      current.pause = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (performance.now() - current.began) * PAUSE_PER_DRAWING));
    current.began = undefined;
  }, [shown]);

  useEffect(() => {
    const { current } = pace;
    current.newest = newest;
    if (newest === shown || current.timer !== undefined || current.began !== undefined) return;
    current.timer = setTimeout(() => {
      current.timer = undefined;
      if (current.newest === shown) return;
      current.began = performance.now();
      startTransition(() => setShown(current.newest));
    }, current.pause);
  }, [newest, shown]);

  useEffect(() => {
    const { current } = pace;
    return () => {
      clearTimeout(current.timer);
      current.timer = undefined;
    };
  }, []);

  return shown !== '' && newest.startsWith(shown) ? shown : newest;
}
