import { type CompositionEventHandler, type KeyboardEvent, useRef } from 'react';

interface ImeSafe<T extends Element> {
  onCompositionStart: CompositionEventHandler<T>;
  onCompositionEnd: CompositionEventHandler<T>;
  /** True while the key belongs to the input method: such a key never sends, selects or closes anything. */
  isComposing: (event: KeyboardEvent<T>) => boolean;
}

/**
 * Tells keys of an input method from keys of the person. Chromium marks the Enter that takes a candidate with `isComposing`
 * or key code 229; others report the end of the composition just before that key, hence the own flag, let go a task later.
 */
export function useImeSafeEnter<T extends Element>(): ImeSafe<T> {
  const composing = useRef(false);
  return {
    onCompositionStart: () => {
      composing.current = true;
    },
    onCompositionEnd: () => {
      setTimeout(() => {
        composing.current = false;
      }, 0);
    },
    isComposing: (event) => composing.current || event.nativeEvent.isComposing || event.keyCode === 229,
  };
}
