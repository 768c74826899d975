import { useEffect, useRef, useState } from 'react';
import { cutStart } from '../../../shared/text/cut-text';

const SHORTEST_MS = 33;
const LONGEST_MS = 250;
/** What one drawing adds at most: a text that got far ahead is caught up with in steps, none of which holds a frame. */
const STEP_CHARS = 1000;

interface Pace {
  newest: string;
  pause: number;
  /** When the drawing that goes on began. */
  began: number | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * A growing text as far as it is drawn. The next drawing begins after a pause as long as the last one took: the other half of the
 * time belongs to everything else. A drawing is short and not interrupted: one that began anew with each delta would fall ever
 * further behind. What is no continuation comes at once.
 */
export function usePacedText(newest: string): string {
  const [shown, setShown] = useState(newest);
  const pace = useRef<Pace>({ newest, pause: SHORTEST_MS, began: undefined, timer: undefined });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawing ends when what is shown has changed
  useEffect(() => {
    const { current } = pace;
    if (current.began !== undefined) current.pause = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, performance.now() - current.began));
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
      setShown(current.newest.startsWith(shown) ? cutStart(current.newest, shown.length + STEP_CHARS) : current.newest);
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
