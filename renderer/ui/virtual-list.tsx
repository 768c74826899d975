import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef } from 'react';
import { cx } from './cx';
import { ScrollRegion } from './scroll-region';

interface VirtualListProps<T> {
  name: string;
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** Fixed height of a row in pixels. */
  rowHeight: number;
  /** What a row shows. Unless `rowsHaveControls`, nothing in it may take the focus. */
  render: (row: T, index: number) => ReactNode;
  /** Index of the chosen row, or -1. */
  selected: number;
  /** Index of the row at which the list opens, below the one before it, and at which the arrow keys begin while none is chosen. */
  openAt?: number;
  /** Arrow keys and, unless `rowsHaveControls`, a click on a row choose through it. */
  onMove: (index: number) => void;
  /** Rows that only divide or sum up: they are read, never chosen. */
  isFixed?: (row: T) => boolean;
  /** Rows hold buttons of their own: the list is no listbox, and the arrow keys move the focus to a row's first button. */
  rowsHaveControls?: boolean;
  onReachEnd?: () => void;
  className?: string;
}

/** A list of rows of one height, of which only those in sight and the chosen one are built. */
export function VirtualList<T>({
  name,
  rows,
  keyOf,
  rowHeight,
  render,
  selected,
  openAt = 0,
  onMove,
  isFixed,
  rowsHaveControls = false,
  onReachEnd,
  className,
}: VirtualListProps<T>) {
  const list = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const movedByKey = useRef(false);
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    [rows, keyOf],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // No list is higher than the window: what may be in sight is built before the list is measured, not all at once after that.
    initialRect: { width: 0, height: innerHeight },
    overscan: 8,
    initialOffset: Math.max(0, openAt - 1) * rowHeight,
    getItemKey,
    // The chosen row is built wherever the list is scrolled to: assistive technology is told of it by its id.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return rows[selected] === undefined || seen.includes(selected) ? seen : [...seen, selected].sort((a, b) => a - b);
    },
  });
  const idOf = (row: T) => `${list}-${encodeURIComponent(keyOf(row))}`;
  useEffect(() => {
    if (selected >= 0) virtual.scrollToIndex(selected);
  }, [selected, virtual]);
  useEffect(() => {
    if (!movedByKey.current) return;
    movedByKey.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-index="${selected}"] button`)?.focus({ preventScroll: true });
  }, [selected]);
  const nextTo = (index: number, step: number): number | undefined => {
    for (let at = index; at >= 0 && at < rows.length; at += step) {
      const row = rows[at];
      if (row !== undefined && !isFixed?.(row)) return at;
    }
    return undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of a menu or a field within a row are its own.
    if (event.defaultPrevented || event.target instanceof HTMLInputElement) return;
    const by = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key];
    if (by === undefined || rows.length === 0) return;
    event.preventDefault();
    const from = selected < 0 ? openAt - 1 : selected;
    const wanted = Math.max(0, Math.min(rows.length - 1, from + by));
    const next = nextTo(wanted, Math.sign(by)) ?? nextTo(wanted, -Math.sign(by));
    if (next === undefined) return;
    movedByKey.current = rowsHaveControls && next !== selected;
    onMove(next);
    virtual.scrollToIndex(next);
  };
  const chosen = rows[selected];
  return (
    <ScrollRegion
      ref={scroller}
      name={name}
      {...(rowsHaveControls ? {} : { role: 'listbox', ...(chosen === undefined ? {} : { 'aria-activedescendant': idOf(chosen) }) })}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget: at }) => {
        if (onReachEnd && at.scrollTop + at.clientHeight > at.scrollHeight - 4 * rowHeight) onReachEnd();
      }}
      className={cx('min-h-0 flex-1 overflow-x-hidden', className)}
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index];
          if (row === undefined) return undefined;
          const place = { className: 'absolute inset-x-0 top-0', style: { height: rowHeight, transform: `translateY(${start}px)` } };
          if (rowsHaveControls)
            return (
              <div key={key} data-index={index} {...place}>
                {render(row, index)}
              </div>
            );
          const fixed = isFixed?.(row) ?? false;
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the chosen row is named by aria-activedescendant
            <div
              key={key}
              {...place}
              id={idOf(row)}
              role="option"
              aria-selected={index === selected}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              {...(fixed ? { 'aria-disabled': true } : { onClick: () => onMove(index) })}
              className={cx(place.className, !fixed && 'clickable')}
            >
              {render(row, index)}
            </div>
          );
        })}
      </div>
    </ScrollRegion>
  );
}
