import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx';
import { selectSegment } from '../../stores/selection';
import { type RawRows, rangeAt, rowAt, visibleRows } from './raw-rows';
import { RawRowView } from './raw-row-view';
import type { RawText } from './use-raw';

const ROW = 19;
/** Of one character, and of what stands beside a row's text: for the height of rows that were never drawn. */
const CHARACTER = 7.2;
const MARGINS = 38;
const INDENT = 12;

interface RawViewProps {
  raw: RawText;
  folded: ReadonlySet<number>;
  onToggle: (row: number) => void;
  onUnfold: (folded: ReadonlySet<number>) => void;
  segment: string | undefined;
  /** Offset of the search hit in sight. */
  hit: number | undefined;
  hitLength: number;
  /** Rows end at the edge of the pane and go on below. */
  wrap: boolean;
  /** Pixels that the pane is wide when the rows are first laid out. */
  startWidth: number;
}

/** Rows of the text in sight. A click chooses the segment that owns the place; a chosen segment or hit is scrolled to. */
export function RawView({ raw, folded, onToggle, onUnfold, segment, hit, hitLength, wrap, startWidth }: RawViewProps) {
  const { t } = useTranslation('inspector');
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, ranges, text } = raw;
  const visible = useMemo(() => visibleRows(rows, folded), [rows, folded]);
  const [width, setWidth] = useState(startWidth);
  // Another function is another list, of which every row is estimated again: only where the estimates change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the estimates follow the width
  const getItemKey = useCallback((index: number) => visible[index] ?? index, [visible, width, wrap]);
  const virtual = useVirtualizer({
    count: visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (wrap ? ROW * linesOf(rows, visible[index] ?? 0, width) : ROW),
    getItemKey,
    overscan: 20,
  });
  // The list knows its size without asking for a layout.
  const seen = virtual.scrollRect?.width ?? 0;
  if (seen > 0 && seen !== width) setWidth(seen);
  const chosen = useMemo(() => ranges.find((range) => range.segment === segment), [ranges, segment]);
  const target = hit ?? chosen?.start;
  useEffect(() => {
    if (target === undefined) return;
    const row = rowAt(rows, target);
    const hiding = [...folded].filter((open) => open < row && row < (rows.closes[open] ?? 0));
    if (hiding.length > 0) {
      onUnfold(new Set([...folded].filter((open) => !hiding.includes(open))));
      return;
    }
    const at = visible.indexOf(row);
    if (at >= 0) virtual.scrollToIndex(at, { align: 'center' });
  }, [target, visible, rows, folded, onUnfold, virtual]);
  const drawn = useRef(wrap);
  useEffect(() => {
    if (drawn.current === wrap) return;
    drawn.current = wrap;
    const first = virtual.range?.startIndex ?? 0;
    virtual.measure();
    virtual.scrollToIndex(first, { align: 'start' });
  }, [wrap, virtual]);
  const choose = (row: number) => {
    const found = ranges[rangeAt(ranges, rows.starts[row] ?? 0)];
    if (found && found.start < (rows.starts[row + 1] ?? 0)) selectSegment(found.segment);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section ref={scroller} aria-label={t('raw.body')} tabIndex={0} className="min-h-0 flex-1 overflow-auto font-mono text-sm focus-inset">
      <div className={cx('relative', wrap ? 'w-full' : 'w-max min-w-full')} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = visible[index] ?? 0;
          const from = rows.starts[row] ?? 0;
          const to = rows.starts[row + 1] ?? text.length;
          const range = ranges[rangeAt(ranges, from)];
          const owner = range && range.start < to ? range : undefined;
          return (
            <RawRowView
              key={row}
              top={start}
              wrap={wrap}
              index={index}
              measure={virtual.measureElement}
              text={text.slice(from, to)}
              depth={rows.depths[row] ?? 0}
              field={owner?.field}
              chosen={chosen !== undefined && chosen.start < to && chosen.end > from}
              hit={hit !== undefined && hit < to && hit + hitLength > from ? { from: hit - from, to: hit - from + hitLength } : undefined}
              fold={(rows.closes[row] ?? 0) > row + 1 ? (folded.has(row) ? 'closed' : 'open') : undefined}
              onToggle={() => onToggle(row)}
              onChoose={() => choose(row)}
            />
          );
        })}
      </div>
    </section>
  );
}

/** About how many lines a row takes; what is drawn is measured. */
function linesOf({ starts, depths }: RawRows, row: number, width: number): number {
  const columns = Math.max(10, Math.floor((width - MARGINS - INDENT * (depths[row] ?? 0)) / CHARACTER));
  return Math.max(1, Math.ceil(((starts[row + 1] ?? 0) - (starts[row] ?? 0)) / columns));
}
