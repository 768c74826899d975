import { useTranslation } from 'react-i18next';
import type { FiringRecord } from '../../../shared/contract/hook-methods';
import { Chip } from '../../ui/chip';
import { useFormat } from '../../ui/format';

/** A line of the ledger: when, what, how many ran, what came of it. */
export function FiringRow({ firing }: { firing: FiringRecord }) {
  const { t } = useTranslation(['hooks', 'common']);
  const format = useFormat();
  const { at, event, about, hooks, decision, stops, late } = firing;
  const ran = hooks.filter(({ matched }) => matched);
  const failed = ran.some(({ outcome }) => outcome === 'error' || outcome === 'timeout');
  const blocked = ran.some(({ outcome }) => outcome === 'blocked');
  return (
    <div className="@container flex h-full items-center gap-2 px-3 text-sm">
      <span className="shrink-0 text-faint tabular-nums">{format.time(at)}</span>
      <span className="shrink-0">{event}</span>
      <span className="min-w-0 flex-1 truncate text-muted">{about}</span>
      {late ? <Chip>{t('firing.late')}</Chip> : undefined}
      {failed ? <Chip tone="warn">{t('outcome.error')}</Chip> : undefined}
      {decision ? (
        <Chip tone={decision === 'deny' ? 'bad' : 'plain'}>{t(`common:decision.hookDecision.${decision}`)}</Chip>
      ) : blocked ? (
        <Chip tone="bad">{t('outcome.blocked')}</Chip>
      ) : undefined}
      {stops ? <Chip tone="warn">{t('firing.stops')}</Chip> : undefined}
      <span className="hidden min-w-0 shrink-0 text-faint @[400px]:inline">{t('ledger.ran', { ran: ran.length, all: hooks.length })}</span>
    </div>
  );
}
