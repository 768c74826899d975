import type { ReactNode } from 'react';

/** Says what a place is for and offers the next step. */
export function EmptyState({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-md flex-col gap-3 px-6 py-10">
      <h2 className="font-semibold text-lg">{title}</h2>
      {children ? <div className="text-pretty text-muted [word-break:auto-phrase]">{children}</div> : undefined}
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : undefined}
    </div>
  );
}
