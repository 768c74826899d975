import { ArrowDown } from 'lucide-react';
import { memo, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Anatomy, AnatomySegment } from '../../../shared/model/anatomy';
import type { ErrorCode } from '../../../shared/model/failure';
import { selectSegment, useSelection } from '../../stores/selection';
import { Failed } from '../../ui/failed';
import { useFormat } from '../../ui/format';
import { Tokens } from '../../ui/tokens';
import { VirtualList } from '../../ui/virtual-list';
import { AddedMark } from './added-mark';
import { AnatomyRowView } from './anatomy-row-view';
import { anatomyRows } from './anatomy-rows';
import { PositionCurve } from './position-curve';
import { SegmentDetail } from './segment-detail';

const ROW = 26;

/** The three fields as blocks in order, with the letter, share, source and reason of each; where the pieces lie; the chosen one in full. */
export function AnatomyTab({
  anatomy: newest,
  error,
  onRetry,
  onShowRaw,
}: {
  anatomy: Anatomy | undefined;
  error: ErrorCode | undefined;
  onRetry: () => void;
  onShowRaw: () => void;
}) {
  // Built in slices: hundreds of pieces would hold a frame. Until then nothing of another call is shown.
  const built = useDeferredValue(newest);
  const anatomy = built?.call === newest?.call ? built : undefined;
  if (error) return <Failed error={error} onRetry={onRetry} className="p-3" />;
  return anatomy ? <Pieces anatomy={anatomy} onShowRaw={onShowRaw} /> : <div className="flex-1" aria-busy="true" />;
}

const Pieces = memo(function Pieces({ anatomy, onShowRaw }: { anatomy: Anatomy; onShowRaw: () => void }) {
  const { t } = useTranslation(['inspector', 'common']);
  const chosen = useSelection((state) => state.current.segment);
  const rows = useMemo(() => anatomyRows(anatomy), [anatomy]);
  const selected = rows.findIndex((row) => row.type === 'segment' && row.segment.id === chosen);
  const segment = anatomy.segments.find((entry) => entry.id === chosen);
  const added = useMemo(() => anatomy.segments.filter((entry) => entry.added), [anatomy]);
  const firstAdded = rows.findIndex((row) => row.type === 'segment' && row.segment === added[0]);
  const move = (index: number) => {
    const row = rows[index];
    if (row?.type === 'segment') selectSegment(row.segment.id);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PositionCurve anatomy={anatomy} chosen={chosen} />
      <TotalLine anatomy={anatomy} added={added} chosen={chosen} />
      <VirtualList
        name={t('anatomy.segments')}
        rows={rows}
        keyOf={(row) => row.key}
        rowHeight={ROW}
        selected={selected}
        openAt={Math.max(0, firstAdded)}
        onMove={move}
        isFixed={(row) => row.type !== 'segment'}
        className="min-h-[104px]"
        render={(row) => <AnatomyRowView anatomy={anatomy} row={row} estimated={anatomy.tokens.estimated} />}
      />
      {segment ? (
        <SegmentDetail anatomy={anatomy} segment={segment} onShowRaw={onShowRaw} />
      ) : (
        <p className="border-line border-t px-3 py-2 text-faint text-sm">{t('anatomy.hint')}</p>
      )}
    </div>
  );
});

function TotalLine({ anatomy, added, chosen }: { anatomy: Anatomy; added: readonly AnatomySegment[]; chosen: string | undefined }) {
  const { t } = useTranslation('inspector');
  const format = useFormat();
  const { tokens, bytes } = anatomy;
  return (
    <div className="flex shrink-0 flex-wrap gap-x-3 border-line border-b bg-panel px-3 py-1 text-muted text-xs">
      <span>
        {t(tokens.estimated ? 'anatomy.totalEstimated' : 'anatomy.totalCounted', { count: format.count(Math.round(tokens.total)) })}
      </span>
      <span>{format.bytes(bytes)}</span>
      <span>{t('anatomy.pieces', { count: anatomy.segments.length })}</span>
      <span title={t('anatomy.marksWhy')}>{t('anatomy.marks', { count: anatomy.marks.length })}</span>
      {added.length > 0 ? <AddedButton added={added} chosen={chosen} estimated={tokens.estimated} /> : undefined}
    </div>
  );
}

/** What is new in the call, and the way from one such piece to the next. */
function AddedButton({ added, chosen, estimated }: { added: readonly AnatomySegment[]; chosen: string | undefined; estimated: boolean }) {
  const { t } = useTranslation('inspector');
  const next = added[added.findIndex(({ id }) => id === chosen) + 1] ?? added[0];
  const sum = added.reduce((total, { tokens }) => total + tokens, 0);
  return (
    <button
      type="button"
      title={t('anatomy.toAdded')}
      onClick={() => selectSegment(next?.id)}
      className="flex items-center gap-1 rounded-sm text-ink hover:underline"
    >
      <AddedMark />
      {t('anatomy.added', { count: added.length })} <Tokens count={sum} estimated={estimated} share={!estimated} className="text-muted" />
      <ArrowDown size={12} aria-hidden />
    </button>
  );
}
