import type { ReactNode } from 'react';
import { cx } from './cx';

const TONES = { info: 'border-line-strong', warn: 'border-warn', bad: 'border-bad' } as const;

/** A line across a pane that stays until its cause is gone or it is put away. */
export function Banner({
  tone = 'info',
  children,
  actions,
  live = false,
}: {
  tone?: keyof typeof TONES;
  children: ReactNode;
  actions?: ReactNode;
  live?: boolean;
}) {
  return (
    <div
      role={live ? 'alert' : 'note'}
      className="flex min-h-[34px] shrink-0 items-center gap-x-3 border-line border-b bg-panel px-3 py-1 text-sm"
    >
      <span className={cx('self-stretch border-l-2', TONES[tone])} aria-hidden />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 basis-64 break-anywhere">{children}</div>
        {actions ? <div className="flex shrink-0 flex-wrap gap-1">{actions}</div> : undefined}
      </div>
    </div>
  );
}
