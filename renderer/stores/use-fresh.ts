import { useEffect, useState } from 'react';

/** A number that rises when `refresh` is called and whenever the window is looked at again: files may have changed meanwhile. */
export function useFresh(): [fresh: number, refresh: () => void] {
  const [fresh, setFresh] = useState(0);
  useEffect(() => {
    const rise = () => setFresh((old) => old + 1);
    addEventListener('focus', rise);
    return () => removeEventListener('focus', rise);
  }, []);
  return [fresh, () => setFresh((old) => old + 1)];
}
