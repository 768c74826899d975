import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component in a file of its own. `load` brings it before it is wanted; `Part` draws it, or until it is there its stand-in, and
 * begins to load it. React's `lazy` would hold back for 300 ms what takes the place of a fallback; here it appears when it is there.
 * What fails to load is thrown where the part stands, and tried again by the next one.
 */
export function loadAhead<P extends object>(read: () => Promise<ComponentType<P>>, StandIn?: ComponentType<P>) {
  let loaded: ComponentType<P> | undefined;
  const load = async (): Promise<ComponentType<P>> => {
    loaded ??= await read();
    return loaded;
  };
  function Part(props: P) {
    const [Loaded, setLoaded] = useState(() => loaded);
    useEffect(() => {
      if (Loaded) return;
      load().then(
        (component) => setLoaded(() => component),
        (error: unknown) =>
          setLoaded(() => {
            throw error;
          }),
      );
    }, [Loaded]);
    if (Loaded) return <Loaded {...props} />;
    return StandIn ? <StandIn {...props} /> : undefined;
  }
  return { load, Part };
}
