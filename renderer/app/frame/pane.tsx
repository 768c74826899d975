import { type ReactNode, Suspense } from 'react';
import { CrashBoundary } from './crash-boundary';

/** One region of the frame: named, with its own crash boundary and its own waiting. */
export function Pane({
  name,
  resetKey,
  children,
  className = '',
}: {
  name: string;
  resetKey?: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section aria-label={name} className={`flex min-h-0 min-w-0 flex-1 flex-col ${className}`}>
      <CrashBoundary {...(resetKey ? { resetKey } : {})}>
        <Suspense fallback={<div className="flex-1" aria-busy="true" />}>{children}</Suspense>
      </CrashBoundary>
    </section>
  );
}
