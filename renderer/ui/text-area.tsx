import { type KeyboardEvent, type Ref, type TextareaHTMLAttributes, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { cx } from './cx';
import { useImeSafeEnter } from './use-ime-safe-enter';

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onKeyDown' | 'aria-label'> {
  name: string;
  /** Enter without Shift, never while an input method is at work. Without it Enter makes a new line. */
  onSend?: () => void;
  /** Any other key that is the person's own. Call `preventDefault` to keep the text area from acting on it. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** Grows with its text up to this many pixels. */
  maxHeight?: number;
  /** Without a frame and a ground of its own: what it stands in has them. */
  bare?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** The looks of a single-line input. */
const BOX = 'rounded-md border border-line-strong bg-raised px-2 py-1 text-sm';

/** The one multi-line input: safe with input methods in every place that uses it. */
export function TextArea({ name, onSend, onKey, maxHeight, bare = false, className, value, ref, rows = 1, ...rest }: TextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const { isComposing, ...composition } = useImeSafeEnter<HTMLTextAreaElement>();
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => own.current, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const area = own.current;
    if (!area || maxHeight === undefined) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, maxHeight)}px`;
    area.style.overflowY = area.scrollHeight > maxHeight ? 'auto' : 'hidden';
  }, [value, maxHeight]);

  return (
    <textarea
      {...rest}
      {...composition}
      ref={own}
      rows={rows}
      value={value}
      aria-label={name}
      className={cx('block w-full resize-none', bare ? 'bg-transparent text-base outline-none' : BOX, className)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        onKey?.(event);
        if (event.defaultPrevented || event.key !== 'Enter' || event.shiftKey || !onSend) return;
        event.preventDefault();
        onSend();
      }}
    />
  );
}
