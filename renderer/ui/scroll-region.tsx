import type { HTMLAttributes, Ref } from 'react';
import { cx } from './cx';

interface ScrollRegionProps extends Omit<HTMLAttributes<HTMLDivElement>, 'aria-label' | 'tabIndex'> {
  name: string;
  ref?: Ref<HTMLDivElement>;
}

/** A named box that scrolls, by keyboard too: hence the tab stop. */
export function ScrollRegion({ name, role = 'group', className, children, ref, ...rest }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a group or a listbox, and both have names
    <div {...rest} ref={ref} role={role} aria-label={name} tabIndex={0} className={cx('relative overflow-auto focus-inset', className)}>
      {children}
    </div>
  );
}
