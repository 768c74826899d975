import { useTranslation } from 'react-i18next';
import type { HookFiring, HookRun } from '../../../shared/model/hook-run';
import { Chip } from '../../ui/chip';
import { Said, RunDetail, textOf } from './run-detail';

interface FiringDetailProps {
  firing: HookFiring;
  folder: string;
  texts: Readonly<Record<string, unknown>>;
  onEdit?: (run: HookRun) => void;
}

/** An event with every hook that was considered for it: the same in the ledger and on the test bench. */
export function FiringDetail({ firing, folder, texts, onEdit }: FiringDetailProps) {
  const { t } = useTranslation(['hooks', 'common']);
  const { event, about, hooks, decision, stops, late } = firing;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h2 className="flex flex-wrap items-center gap-2 font-semibold">
        {event}
        {about ? <span className="break-anywhere font-normal text-muted">{about}</span> : undefined}
        {decision ? <Chip tone={decision === 'deny' ? 'bad' : 'plain'}>{t(`common:decision.hookDecision.${decision}`)}</Chip> : undefined}
        {stops ? <Chip tone="warn">{t('firing.stops')}</Chip> : undefined}
        {late ? <Chip>{t('firing.late')}</Chip> : undefined}
      </h2>
      <ul aria-label={t('firing.runs')} className="flex flex-col gap-2">
        {hooks.map((run) => (
          <RunDetail key={run.id} run={run} folder={folder} texts={texts} onEdit={onEdit} />
        ))}
      </ul>
      <dl className="text-sm">
        <Said name={t('firing.input')} text={textOf(texts, firing.input)} mono />
      </dl>
    </div>
  );
}

/** The parts that a firing shows. */
export function partsOf({ input, hooks }: HookFiring) {
  return [input, ...hooks.flatMap(({ stdout, stderr, updatedInput }) => [stdout, stderr, updatedInput])].filter(
    (part) => part !== undefined,
  );
}
