import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from './kbd';

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  );
}

interface TooltipProps {
  text: string;
  keys?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that takes a ref. */
  children: ReactNode;
}

export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={5}
          collisionPadding={6}
          className="z-50 flex max-w-80 items-center gap-2 rounded-md bg-solid px-2 py-1 text-sm text-solid-ink shadow-float"
        >
          <span className="break-anywhere">{text}</span>
          {keys ? <Kbd keys={keys} inverse /> : undefined}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
