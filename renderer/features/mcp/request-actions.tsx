import type { ReactNode } from 'react';

/** The answers of a card; they stay in sight where the card is higher than its place. */
export function RequestActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 -mx-3 -mb-3 flex flex-wrap gap-1.5 rounded-b-lg border-line border-t bg-raised p-2 px-3">
      {children}
    </div>
  );
}
