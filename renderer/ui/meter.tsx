import { cx } from './cx';

/** A share of a whole as a thin bar. `value` is 0 to 1; above `warnAt` it changes tone. */
export function Meter({
  name,
  text,
  value,
  warnAt = 0.8,
  className,
}: {
  name: string;
  text: string;
  value: number;
  warnAt?: number;
  className?: string;
}) {
  const share = Math.max(0, Math.min(1, value));
  return (
    <span
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={text}
      className={cx('inline-block h-1.5 overflow-hidden rounded-full bg-sunken ring-1 ring-line', className)}
    >
      <span className={cx('block h-full', share > warnAt ? 'bg-warn' : 'bg-muted')} style={{ width: `${share * 100}%` }} />
    </span>
  );
}
