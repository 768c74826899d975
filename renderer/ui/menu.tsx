import { DropdownMenu } from 'radix-ui';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';

const PANEL =
  'z-40 max-h-[min(420px,var(--radix-dropdown-menu-content-available-height))] min-w-44 max-w-96 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float';
const ENTRY =
  'flex min-h-[26px] items-center gap-2 rounded-md px-2 py-0.5 text-sm outline-none data-[disabled]:opacity-45 data-[highlighted]:bg-selected';

interface MenuProps {
  /** One element that takes a ref: the button. */
  trigger: ReactNode;
  children: ReactNode;
  side?: 'top' | 'bottom' | 'right';
  align?: 'start' | 'end';
}

/** Not modal: it neither locks the page nor injects styles, which the content policy forbids. */
export function Menu({ trigger, children, side = 'bottom', align = 'start' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content side={side} align={align} sideOffset={4} collisionPadding={8} className={PANEL}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem({
  children,
  onSelect,
  danger = false,
  disabled = false,
}: {
  children: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
}) {
  return (
    <DropdownMenu.Item disabled={disabled} onSelect={onSelect} className={cx(ENTRY, danger && 'text-bad')}>
      {children}
    </DropdownMenu.Item>
  );
}

interface MenuChoiceProps<T extends string> {
  value: T;
  options: readonly { value: T; label: string; note?: string; disabled?: boolean }[];
  onChange: (value: T) => void;
}

/** One of several, with the current one marked. */
export function MenuChoice<T extends string>({ value, options, onChange }: MenuChoiceProps<T>) {
  return (
    <DropdownMenu.RadioGroup value={value}>
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          onSelect={() => onChange(option.value)}
          className={cx(ENTRY, 'items-start')}
        >
          <span className="mt-[3px] w-3.5 shrink-0">
            <DropdownMenu.ItemIndicator>
              <Check size={14} aria-hidden />
            </DropdownMenu.ItemIndicator>
          </span>
          <span className="min-w-0">
            <span className="block">{option.label}</span>
            {option.note ? <span className="block text-xs text-faint">{option.note}</span> : undefined}
          </span>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="label px-2 py-1">{children}</DropdownMenu.Label>;
}

export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />;
}
