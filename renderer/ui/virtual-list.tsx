import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx';
import { ScrollRegion } from './scroll-region';

interface VirtualListProps<T> {
  name: string;
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** Fixed height of a row in pixels. */
  rowHeight: number;
  render: (row: T, index: number) => ReactNode;
  /** Index of the chosen row; arrow keys move it through `onMove`. */
  selected?: number;
  onMove?: (index: number) => void;
  onReachEnd?: () => void;
  className?: string;
}

/** A list of rows of one height, of which only those in sight are built. */
export function VirtualList<T>({ name, rows, keyOf, rowHeight, render, selected, onMove, onReachEnd, className }: VirtualListProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
  });
  useEffect(() => {
    if (selected !== undefined && selected >= 0) virtual.scrollToIndex(selected);
  }, [selected, virtual]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key];
    if (by === undefined || !onMove || rows.length === 0) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(rows.length - 1, (selected ?? -1) + by));
    onMove(next);
    virtual.scrollToIndex(next);
  };
  return (
    <ScrollRegion
      ref={scroller}
      name={name}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget: at }) => {
        if (onReachEnd && at.scrollTop + at.clientHeight > at.scrollHeight - 4 * rowHeight) onReachEnd();
      }}
      className={cx('min-h-0 flex-1 overflow-x-hidden', className)}
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index];
          return row === undefined ? undefined : (
            <div key={key} className="absolute inset-x-0 top-0" style={{ height: rowHeight, transform: `translateY(${start}px)` }}>
              {render(row, index)}
            </div>
          );
        })}
      </div>
    </ScrollRegion>
  );
}
