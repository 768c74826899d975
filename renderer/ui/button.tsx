import type { ButtonHTMLAttributes, Ref } from 'react';
import { cx } from './cx';

const LOOKS = {
  plain: 'border-line-strong bg-raised hover:bg-hover',
  solid: 'border-solid bg-solid text-solid-ink hover:opacity-90',
  quiet: 'border-transparent text-muted hover:bg-hover hover:text-ink',
  danger: 'border-line-strong bg-raised text-bad hover:bg-hover',
} as const;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof LOOKS;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look = 'plain', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={cx(
        'inline-flex h-[26px] shrink-0 items-center gap-1.5 whitespace-nowrap rounded-md border px-2.5 text-sm disabled:opacity-45',
        LOOKS[look],
        className,
      )}
    />
  );
}
