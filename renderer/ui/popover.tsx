import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface PopoverProps {
  name: string;
  trigger: ReactNode;
  children: ReactNode;
  side?: 'top' | 'bottom' | 'right' | 'left';
  align?: 'start' | 'center' | 'end';
}

export function Popover({ name, trigger, children, side = 'bottom', align = 'start' }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={name}
          side={side}
          align={align}
          sideOffset={5}
          collisionPadding={8}
          className="z-40 max-h-[60vh] w-80 overflow-y-auto rounded-lg border border-line bg-raised p-3 text-sm shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
