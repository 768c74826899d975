import { cx } from './cx';

/** A path that may be cut in the middle of its folders, never in its name. Not for places where a decision is made. */
export function PathText({ path, base, className }: { path: string; base?: string; className?: string }) {
  const shown = base && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
  const cut = shown.lastIndexOf('/');
  return (
    <span title={path} className={cx('inline-flex min-w-0 max-w-full font-mono text-sm', className)}>
      <span className="truncate text-faint">{shown.slice(0, cut + 1)}</span>
      <span className="shrink-0">{shown.slice(cut + 1)}</span>
    </span>
  );
}
