import type { ReactNode } from 'react';
import { ScrollRegion } from './scroll-region';

/** A list and what is chosen in it: side by side where there is room, one above the other in the narrower window. */
export function ListAndDetail({ name, busy, list, detail }: { name: string; busy: boolean; list: ReactNode; detail: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col min-[900px]:flex-row">
      <ScrollRegion
        name={name}
        aria-busy={busy}
        className="max-h-[42%] shrink-0 border-line border-b px-3 py-2 min-[900px]:max-h-none min-[900px]:w-[320px] min-[900px]:border-r min-[900px]:border-b-0"
      >
        {list}
      </ScrollRegion>
      {detail}
    </div>
  );
}
