import type { ReactNode } from 'react';

/** A name and its value, in a list of two columns. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 break-anywhere">{children}</dd>
    </>
  );
}
