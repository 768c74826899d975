import type { ReactNode } from 'react';
import { cx } from './cx';

const TONES = { plain: 'text-muted', ok: 'text-ok', warn: 'text-warn', bad: 'text-bad' } as const;

/** A short fact beside a name. Its colour repeats what its word says. */
export function Chip({
  tone = 'plain',
  children,
  title,
  className,
}: {
  tone?: keyof typeof TONES;
  children: ReactNode;
  title?: string | undefined;
  className?: string;
}) {
  return (
    <span
      title={title}
      className={cx(
        'inline-flex h-[18px] shrink-0 items-center gap-1 whitespace-nowrap rounded-sm border border-line px-1.5 text-xs',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
