import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface TabsProps<T extends string> {
  name: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly { value: T; label: ReactNode; content: () => ReactNode }[];
  /** Stands at the right end of the row of tabs. */
  aside?: ReactNode;
}

/** Only the chosen tab's content is built. */
export function Tabs<T extends string>({ name, value, onChange, tabs, aside }: TabsProps<T>) {
  const chosen = tabs.find((tab) => tab.value === value);
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((entry) => entry.value === next);
        if (tab) onChange(tab.value);
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-[30px] shrink-0 items-stretch border-line border-b px-2">
        <Radix.List aria-label={name} className="flex min-w-0 flex-1 gap-0.5 overflow-x-auto overflow-y-hidden">
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className="-mb-px shrink-0 whitespace-nowrap border-transparent border-b-2 px-2 text-muted text-sm focus-inset hover:text-ink data-[state=active]:border-ink data-[state=active]:text-ink"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      {chosen ? (
        <Radix.Content value={chosen.value} className="flex min-h-0 flex-1 flex-col focus-inset" key={chosen.value}>
          {chosen.content()}
        </Radix.Content>
      ) : undefined}
    </Radix.Root>
  );
}
