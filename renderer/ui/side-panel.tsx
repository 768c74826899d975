import type { ReactNode } from 'react';
import { ScrollRegion } from './scroll-region';

/** A main part with a panel: beside it where there is room, below it in the narrower window; the main part alone without one. */
export function SidePanel({ main, panel, name }: { main: ReactNode; panel: ReactNode; name: string }) {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col min-[1180px]:flex-row">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">{main}</div>
      {panel === undefined ? undefined : (
        <ScrollRegion
          name={name}
          className="max-h-[46%] shrink-0 border-line border-t px-4 py-3 min-[1180px]:max-h-none min-[1180px]:w-[clamp(380px,30vw,620px)] min-[1180px]:border-t-0 min-[1180px]:border-l"
        >
          {panel}
        </ScrollRegion>
      )}
    </div>
  );
}
