import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { focusComposer } from './composer';
import { useServerRequests } from './server-requests';
import { useSession } from './session';

/**
 * Moves the focus to a card that asks, when nothing would be disturbed: never out of a text that is being written, and never
 * onto a button. When the last card goes while it holds the focus, the composer has it again.
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
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      const { id, state } = useSession.getState();
      const isLast = !state?.pending.length && useServerRequests.getState().requests.every(({ session }) => session !== id);
      if (isLast && element?.contains(document.activeElement)) focusComposer();
    };
  }, []);
  return card;
}
