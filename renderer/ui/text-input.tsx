import type { InputHTMLAttributes, KeyboardEvent, Ref } from 'react';
import { cx } from './cx';
import { useImeSafeEnter } from './use-ime-safe-enter';

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onKeyDown' | 'aria-label'> {
  name: string;
  onEnter?: () => void;
  onEscape?: () => void;
  onKey?: (event: KeyboardEvent<HTMLInputElement>) => void;
  ref?: Ref<HTMLInputElement>;
}

/** The one single-line input, safe with input methods. */
export function TextInput({ name, onEnter, onEscape, onKey, className, ref, ...rest }: TextInputProps) {
  const { isComposing, ...composition } = useImeSafeEnter<HTMLInputElement>();
  return (
    <input
      spellCheck={false}
      autoComplete="off"
      {...rest}
      {...composition}
      ref={ref}
      aria-label={name}
      className={cx('h-[26px] w-full min-w-0 rounded-md border border-line-strong bg-raised px-2 text-sm', className)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        onKey?.(event);
        if (event.defaultPrevented) return;
        if (event.key === 'Enter' && onEnter) {
          event.preventDefault();
          onEnter();
        }
        if (event.key === 'Escape' && onEscape) {
          event.preventDefault();
          event.stopPropagation();
          onEscape();
        }
      }}
    />
  );
}
