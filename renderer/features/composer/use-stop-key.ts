import { useEffect } from 'react';
import { interruptTurn } from '../../stores/session-actions';
import { isTyping } from '../../ui/is-typing';

/** Escape stops the turn wherever the focus is, except where the key has a meaning of its own: in texts and in what lies over the page. */
export function useStopKey(running: boolean): void {
  useEffect(() => {
    if (!running) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || event.repeat || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="menu"], [data-overlaid]')) return;
      event.preventDefault();
      void interruptTurn();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [running]);
}
