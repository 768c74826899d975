import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx';

interface DisclosureProps {
  open: boolean;
  onToggle: () => void;
  label: string;
  /** One line beside the label that may be cut. */
  note?: string;
  lead?: ReactNode;
  aside?: ReactNode;
}

/** A line of 26 px that opens what is below it; in a pane too narrow for both, what is aside goes on below the label. */
export function Disclosure({ open, onToggle, label, note, lead, aside }: DisclosureProps) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="clickable flex min-h-[26px] w-full min-w-0 flex-wrap items-center gap-x-1.5 rounded-md text-left text-sm"
    >
      <ChevronRight size={14} aria-hidden className={cx('shrink-0 text-faint', open && 'rotate-90')} />
      {lead}
      <span className="shrink-0">{label}</span>
      <span className="min-w-0 flex-1 truncate text-faint">{note}</span>
      {aside}
    </button>
  );
}
