import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from './cx';
import { Tooltip } from './tooltip';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** Said by screen readers and shown as the tooltip: every icon has one. */
  name: string;
  /** Keys shown beside the name. */
  keys?: string;
  icon: ReactNode;
  pressed?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ name, keys, icon, pressed, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={name} {...(keys ? { keys } : {})}>
      <button
        {...rest}
        type={type}
        aria-label={name}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        className={cx(
          'inline-flex size-[26px] shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink disabled:opacity-40',
          pressed && 'bg-selected text-ink',
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
