import { useEffect, useState } from 'react';
import type { Result } from '../../../shared/contract/methods';
import { call, errorCode } from '../../stores/host';
import { useSession } from '../../stores/session';

const TAIL_CHARS = 20_000;
const LOOK_EVERY_MS = 1000;

export interface BackgroundOutput {
  /** The end of what the command printed so far. */
  slice: Result<'item.text'> | undefined;
  problem: ReturnType<typeof errorCode> | undefined;
  /** Looks again at once. */
  look(): void;
}

/** Looks at a background command's output again and again, for as long as the command runs and the caller is shown. */
export function useBackgroundOutput(item: string): BackgroundOutput {
  const session = useSession((state) => state.id);
  const [slice, setSlice] = useState<Result<'item.text'>>();
  const [problem, setProblem] = useState<ReturnType<typeof errorCode>>();
  const [looks, setLooks] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a look that was asked for starts over
  useEffect(() => {
    if (!session) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const look = async () => {
      try {
        const next = await call('item.text', { session, item, of: 'output', offset: -TAIL_CHARS, limit: TAIL_CHARS });
        if (gone) return;
        setSlice((old) => (old?.total === next.total && old.command?.running === next.command?.running ? old : next));
        setProblem(undefined);
        if (next.command?.running) timer = setTimeout(() => void look(), LOOK_EVERY_MS);
      } catch (error) {
        if (!gone) setProblem(errorCode(error));
      }
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [session, item, looks]);
  return { slice, problem, look: () => setLooks((count) => count + 1) };
}
