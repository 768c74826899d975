import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to a card that asks, when nothing would be disturbed: never out of a text that is being written, and never
 * onto a button.
 */
export function useTakeFocus(): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const active = document.activeElement;
    const busy =
      active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement
        ? active.value !== ''
        : active instanceof HTMLElement && active.closest('[role="dialog"], [role="menu"]') !== null;
    if (!busy) card.current?.focus({ preventScroll: true });
  }, []);
  return card;
}
