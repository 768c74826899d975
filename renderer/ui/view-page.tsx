import type { ReactNode } from 'react';
import { Button } from './button';
import { cx } from './cx';
import { EmptyState } from './empty-state';

/** A whole view of the frame: its name, what it is about, its actions, and below what it holds. */
export function ViewPage({
  title,
  note,
  actions,
  children,
}: {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-[38px] shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1">
        <h1 className="shrink-0 font-semibold">{title}</h1>
        <div className="min-w-0 flex-1 text-muted text-sm">{note}</div>
        {actions ? <div className="flex shrink-0 items-center gap-1">{actions}</div> : undefined}
      </header>
      {children}
    </div>
  );
}

/** A view that has nothing to show yet: why, and the one step that changes it. */
export function EmptyView({
  title,
  why,
  body,
  action,
}: {
  title: string;
  why: string;
  body: string;
  action: { label: string; run: () => void };
}) {
  return (
    <ViewPage title={title}>
      <EmptyState title={why} actions={<Button onClick={action.run}>{action.label}</Button>}>
        {body}
      </EmptyState>
    </ViewPage>
  );
}

/** A titled part of a view. `note` says in a sentence what it is for. */
export function ViewSection({
  title,
  count,
  note,
  actions,
  children,
  className,
}: {
  title: string;
  count?: number;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section aria-label={title} className={cx('min-w-0', className)}>
      <div className="flex min-h-[28px] flex-wrap items-center gap-x-2">
        <h2 className="font-semibold">{title}</h2>
        {count === undefined ? undefined : <span className="text-faint text-sm">{count}</span>}
        <span className="flex-1" />
        {actions}
      </div>
      {note ? <p className="max-w-[92ch] text-pretty pb-1.5 text-muted text-sm">{note}</p> : undefined}
      {children}
    </section>
  );
}
