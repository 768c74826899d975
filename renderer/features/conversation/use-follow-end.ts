import { type RefObject, type UIEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** This near to its end a list counts as being at it. */
export const END_PX = 48;

/**
 * Keeps a list at its end while it grows, or loses height to a card below, until the person scrolls up; at the end again, or with
 * a new turn, it follows again. The list's only child is its content.
 */
export function useFollowEnd(scroller: RefObject<HTMLElement | null>, turns: number) {
  const following = useRef(true);
  const seen = useRef({ top: 0, height: 0, client: 0 });
  const [atEnd, setAtEnd] = useState(true);

  useEffect(() => {
    const list = scroller.current;
    const content = list?.firstElementChild;
    if (!list || !content) return;
    const observer = new ResizeObserver(() => {
      if (following.current) list.scrollTop = list.scrollHeight;
      seen.current = { top: list.scrollTop, height: list.scrollHeight, client: list.clientHeight };
    });
    observer.observe(list);
    observer.observe(content);
    return () => observer.disconnect();
  }, [scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new turn brings the end into sight
  useLayoutEffect(() => {
    const list = scroller.current;
    following.current = true;
    if (list) list.scrollTop = list.scrollHeight;
  }, [turns]);

  const onScroll = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    const { top, height, client } = seen.current;
    const near = list.scrollHeight - list.scrollTop - list.clientHeight < END_PX;
    // Moved up while nothing changed its size: that was the person.
    if (near) following.current = true;
    else if (list.scrollTop < top && list.scrollHeight === height && list.clientHeight === client) following.current = false;
    seen.current = { top: list.scrollTop, height: list.scrollHeight, client: list.clientHeight };
    setAtEnd(near);
  };

  return { atEnd, onScroll };
}
