import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Anatomy, AnatomySegment } from '../../../shared/model/anatomy';
import type { Field } from '../../../shared/model/segment';
import { useSession } from '../../stores/session';
import { cx } from '../../ui/cx';
import { useFormat } from '../../ui/format';
import { HiddenSecrets } from '../../ui/hidden-secrets';
import { fieldHue, SegmentLetter } from '../../ui/segment-letter';
import { Tokens } from '../../ui/tokens';
import { AddedMark } from './added-mark';
import type { AnatomyRow } from './anatomy-rows';
import { useBeginning } from './use-beginning';
import { useWhy } from './use-why';

interface AnatomyRowProps {
  anatomy: Pick<Anatomy, 'session' | 'call'>;
  row: AnatomyRow;
  estimated: boolean;
}

export const AnatomyRowView = memo(function AnatomyRowView({ anatomy, row, estimated }: AnatomyRowProps) {
  const { t } = useTranslation(['inspector', 'common']);
  if (row.type === 'segment') return <SegmentRow anatomy={anatomy} segment={row.segment} estimated={estimated} />;
  if (row.type === 'field')
    return (
      <div className="@container flex h-full items-center gap-2 bg-panel px-3 font-semibold text-sm">
        <span className="size-2 rounded-full" style={{ background: fieldHue(row.field) }} aria-hidden />
        <span>{t(`common:field.${row.field}`)}</span>
        <span className="flex-1 font-normal text-faint text-xs">{t('anatomy.pieces', { count: row.segments })}</span>
        <Share field={row.field} share={row.share} />
        <Tokens bare count={row.tokens} estimated={estimated} share={!estimated} className="w-14 text-right" />
      </div>
    );
  return (
    <div
      className={cx(
        'flex h-full items-center gap-2 border-line border-t px-3 text-sm',
        row.type === 'total' ? 'font-semibold' : 'text-muted',
      )}
    >
      <span className="flex-1" title={row.type === 'overhead' ? t('anatomy.overheadWhy') : undefined}>
        {t(`anatomy.${row.type}`)}
      </span>
      <Tokens bare count={row.tokens} estimated={estimated} share={!estimated && row.type !== 'total'} className="w-14 text-right" />
    </div>
  );
});

function SegmentRow({ anatomy, segment, estimated }: Omit<AnatomyRowProps, 'row'> & { segment: AnatomySegment }) {
  const { t } = useTranslation(['inspector', 'common']);
  const beginning = useBeginning(anatomy.session, anatomy.call, segment.id);
  const why = useWhy();
  const folder = useSession((state) => state.state?.folder);
  const shownPath = folder && segment.path.startsWith(`${folder}/`) ? segment.path.slice(folder.length + 1) : segment.path;
  return (
    <div className="@container relative flex h-full items-center gap-2 px-3 text-sm">
      {segment.added ? (
        <span className="absolute left-0">
          <AddedMark />
        </span>
      ) : undefined}
      <SegmentLetter origin={segment.origin} field={segment.field} />
      <span className="shrink-0">{t(`common:kind.${segment.kind}`)}</span>
      {segment.added ? <span className="sr-only">{t('anatomy.isNew')}</span> : undefined}
      <span className="min-w-0 flex-1 truncate text-faint text-xs" title={`${segment.path}\n${why.trigger(segment.why)}`}>
        {segment.source.type === 'user' || segment.source.type === 'host' ? firstLine(beginning?.text ?? '') : shownPath}
      </span>
      <HiddenSecrets hidden={beginning?.hidden} />
      <Share field={segment.field} share={segment.share} />
      <Tokens bare count={segment.tokens} estimated={estimated} share={!estimated} className="w-14 text-right text-muted" />
    </div>
  );
}

function Share({ field, share }: { field: Field; share: number }) {
  const format = useFormat();
  return (
    <span className="flex w-10 shrink-0 items-center justify-end @[380px]:w-24 gap-1.5 text-faint text-xs">
      <span className="hidden h-1.5 w-12 overflow-hidden rounded-full bg-sunken @[380px]:block" aria-hidden>
        <span className="block h-full" style={{ width: `${Math.max(share * 100, share > 0 ? 2 : 0)}%`, background: fieldHue(field) }} />
      </span>
      <span className="w-10 text-right">{format.percent(share)}</span>
    </span>
  );
}

/** The first line that says something: a reminder's tag says only that it is one. */
function firstLine(text: string): string {
  return text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('<system-reminder>')) ?? '';
}
