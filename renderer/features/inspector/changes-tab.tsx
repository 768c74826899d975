import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Anatomy, AnatomySegment, PayloadDiff } from '../../../shared/model/anatomy';
import type { CallSpine } from '../../../shared/model/session';
import { useSession } from '../../stores/session';
import { useCallName } from '../../ui/call-name';
import { Failed } from '../../ui/failed';
import { Select } from '../../ui/select';
import { CacheFate } from './cache-fate';
import { ChangeList } from './change-list';
import { useAnswer } from '../../stores/use-answer';

const PREVIOUS = 'previous';
const NO_CALLS: CallSpine[] = [];

/** What this call added, dropped or moved against another, where the cached prefix ends and why, and what that cost. */
export function ChangesTab({
  call,
  spine,
  anatomy,
}: {
  call: { session: string; call: string };
  spine: CallSpine;
  anatomy: Anatomy | undefined;
}) {
  const { t } = useTranslation(['inspector', 'common']);
  const callName = useCallName();
  const calls = useSession((state) => state.state?.calls ?? NO_CALLS);
  const [against, setAgainst] = useState(PREVIOUS);
  const others = calls.filter((entry) => entry.agent === spine.agent && entry.number < spine.number).reverse();
  const other = against === PREVIOUS ? undefined : others.find((entry) => entry.call === against)?.call;
  const about = `${call.session} ${call.call}`;
  const params = { ...call, ...(other ? { against: other } : {}) };
  const diff = useAnswer('call.diff', params, `${about} ${spine.state} ${other ?? ''}`, about);
  const before = useAnswer(
    'call.anatomy',
    { session: call.session, call: diff.data?.against ?? '' },
    diff.data?.removed.length ? diff.data.against : undefined,
    diff.data?.against,
  );
  if (diff.error) return <Failed error={diff.error} onRetry={diff.again} className="p-3" />;
  if (!diff.data || !anatomy) return <div className="flex-1" aria-busy="true" />;
  const options = [
    { value: PREVIOUS, label: t('changes.previous') },
    ...others.slice(0, 200).map((entry) => ({ value: entry.call, label: callName(entry) })),
  ];
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="flex items-center gap-2 px-3 py-2 text-muted text-sm">
        {t('changes.against')}
        <Select name={t('changes.against')} value={other ? against : PREVIOUS} options={options} onChange={setAgainst} />
      </div>
      <CacheFate diff={diff.data} anatomy={anatomy} />
      <Lists diff={diff.data} now={anatomy.segments} before={before.data?.segments ?? []} />
    </div>
  );
}

function Lists({ diff, now, before }: { diff: PayloadDiff; now: readonly AnatomySegment[]; before: readonly AnatomySegment[] }) {
  const { t } = useTranslation('inspector');
  const pick = (ids: readonly string[], from: readonly AnatomySegment[]) => {
    const wanted = new Set(ids);
    return from.filter((segment) => wanted.has(segment.id));
  };
  const same = [diff.added, diff.removed, diff.moved, diff.changed].every((ids) => ids.length === 0);
  if (same) return <p className="px-3 py-2 text-muted text-sm">{t('changes.none')}</p>;
  return (
    <>
      <ChangeList kind="added" segments={pick(diff.added, now)} />
      <ChangeList kind="removed" segments={pick(diff.removed, before)} />
      <ChangeList kind="moved" segments={pick(diff.moved, now)} />
      <ChangeList kind="changed" segments={pick(diff.changed, now)} />
    </>
  );
}
