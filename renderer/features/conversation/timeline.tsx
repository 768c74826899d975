import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { memo, useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionState } from '../../../shared/model/session';
import { useSelection } from '../../stores/selection';
import { Button } from '../../ui/button';
import { ScrollRegion } from '../../ui/scroll-region';
import { RowView } from './row-view';
import { buildRows, estimateHeight, type Row, spineOf } from './rows';
import { END_PX, useFollowEnd } from './use-follow-end';

/** The conversation as a virtual list over the spine: it keeps its place when older rows come, and follows the end while at it. */
export const Timeline = memo(function Timeline({ state, agent }: { state: SessionState; agent: string }) {
  const { t } = useTranslation('conversation');
  const { items, calls, turns } = state;
  const rows = useMemo(() => buildRows(spineOf(agent, { items, calls, turns })), [agent, items, calls, turns]);
  const scroller = useRef<HTMLDivElement>(null);
  const { atEnd, onScroll } = useFollowEnd(scroller, turns.length);
  // Another function is another list to the virtualizer, which then measures all of it again.
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index];
      return row ? estimateHeight(row) : 26;
    },
    getItemKey,
    // Begins at the end: what stands at the start would be drawn, and read, for nothing.
    initialOffset: () => rows.reduce((sum, row) => sum + estimateHeight(row), 0),
    useFlushSync: false,
    overscan: 6,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_PX,
    paddingStart: 12,
    paddingEnd: 12,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the opening of a session jumps to its end
  useLayoutEffect(() => {
    if (rows.length > 0) virtual.scrollToIndex(rows.length - 1, { align: 'end' });
  }, []);

  const wanted = useSelection((selection) => (selection.current.session === state.id ? selection.current.item : undefined));
  const jumped = useRef<string>(undefined);
  useEffect(() => {
    if (!wanted || jumped.current === wanted) return;
    const index = rows.findIndex((row) => row.key === wanted);
    if (index < 0) return;
    jumped.current = wanted;
    const shown = virtual.getVirtualItems().some((entry) => entry.index === index);
    if (!shown) virtual.scrollToIndex(index, { align: 'center' });
  }, [wanted, rows, virtual]);

  return (
    <div className="relative min-h-24 flex-1">
      <ScrollRegion
        ref={scroller}
        name={t('timeline')}
        className="h-full overflow-x-hidden"
        style={{ overflowAnchor: 'none' }}
        onScroll={onScroll}
      >
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start, size }) => {
            const row = rows[index];
            return row === undefined ? undefined : (
              <div
                key={key}
                data-index={index}
                ref={virtual.measureElement}
                className="absolute inset-x-0 top-0 px-4"
                style={{ transform: `translateY(${start}px)` }}
              >
                <div className="mx-auto max-w-[820px]">
                  <PacedRow row={row} isLast={index === rows.length - 1} scrolling={virtual.isScrolling} height={size} />
                </div>
              </div>
            );
          })}
        </div>
      </ScrollRegion>
      {atEnd ? undefined : (
        <Button
          className="absolute bottom-2 left-1/2 -translate-x-1/2 shadow-float"
          onClick={() => virtual.scrollToIndex(rows.length - 1, { align: 'end' })}
        >
          <ArrowDown size={13} aria-hidden />
          {t('toEnd')}
        </Button>
      )}
    </div>
  );
});

/** A row that scrolling brings up is an empty box for a moment: drawn all at once, a screen of them would hold a frame. */
function PacedRow({ row, isLast, scrolling, height }: { row: Row; isLast: boolean; scrolling: boolean; height: number }) {
  const drawn = useDeferredValue(true, !scrolling);
  return drawn ? <RowView row={row} isLast={isLast} /> : <div style={{ height }} />;
}
