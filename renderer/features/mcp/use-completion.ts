import { useEffect, useState } from 'react';
import type { Params } from '../../../shared/contract/methods';
import { call } from '../../stores/host';

/** Keys that come close together are asked about once. */
const SETTLED_MS = 200;
const NONE: readonly string[] = [];

type Of = Params<'mcp.complete'>['of'];

/** Values that the server offers for an argument; a server that offers none, or fails, gives none. */
export function useCompletion(place: { folder: string; server: string }, of: Of, name: string, value: string): readonly string[] {
  const [values, setValues] = useState(NONE);
  const { folder, server } = place;
  const about = of.type === 'prompt' ? of.name : of.uriTemplate;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `about` stands for what is completed
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      call('mcp.complete', { folder, server, of, argument: { name, value } }).then(
        (answer) => current && setValues(answer.values),
        () => current && setValues(NONE),
      );
    }, SETTLED_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [folder, server, of.type, about, name, value]);
  return values;
}
