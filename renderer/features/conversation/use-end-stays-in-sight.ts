import { type RefObject, useEffect } from 'react';

/** This near to its end a list counts as being at it. */
export const END_PX = 48;

/** A list that is at its end stays there when a card below takes some of its height. */
export function useEndStaysInSight(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = scroller.current;
    if (!list) return;
    let height = list.clientHeight;
    const observer = new ResizeObserver(() => {
      const lost = height - list.clientHeight;
      height = list.clientHeight;
      if (lost > 0 && list.scrollHeight - list.scrollTop - list.clientHeight - lost < END_PX) list.scrollTop = list.scrollHeight;
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [scroller]);
}
