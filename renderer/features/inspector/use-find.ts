import { useEffect, useState } from 'react';
import { call } from '../../stores/host';
import type { RawForm } from './use-raw';

const PAUSE_MS = 150;
const LIMIT = 1000;

interface Found {
  key: string;
  offsets: number[];
  more: boolean;
}

/** Places of a query in the body, and which of them is looked at. */
export function useFind(
  ref: { session: string; call: string },
  form: RawForm,
  query: string,
): { count: number; at: number; more: boolean; offset: number | undefined; step: (by: 1 | -1) => void } {
  const [found, setFound] = useState<Found>({ key: '', offsets: [], more: false });
  const [at, setAt] = useState(0);
  const key = `${ref.session} ${ref.call} ${form} ${query}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the parameters
  useEffect(() => {
    if (query === '') return;
    let current = true;
    const timer = setTimeout(() => {
      const show = (offsets: number[], more: boolean) => {
        if (!current) return;
        setFound({ key, offsets, more });
        setAt(0);
      };
      call('call.find', { ...ref, form, query, limit: LIMIT }).then(
        ({ offsets, more }) => show(offsets, more),
        // The body beside it says why nothing can be read; a search then finds nothing.
        () => show([], false),
      );
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key]);
  const offsets = query !== '' && found.key === key ? found.offsets : [];
  const step = (by: 1 | -1) => {
    if (offsets.length > 0) setAt((at + by + offsets.length) % offsets.length);
  };
  return { count: offsets.length, at, more: found.more, offset: offsets[at], step };
}
