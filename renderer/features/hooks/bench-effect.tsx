import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { ViewSection } from '../../ui/view-page';

/** What all hooks together would have done to the loop. */
export function BenchEffect({ result: { firing, effect, hidden } }: { result: Result<'hooks.test'> }) {
  const { t } = useTranslation(['hooks', 'common']);
  const decision = firing.decision && t(`common:decision.hookDecision.${firing.decision}`);
  const rows = [
    [
      t('effects.decision'),
      [decision, effect.block === undefined ? effect.reason : undefined].filter((text) => text !== undefined).join(': '),
    ],
    [t('effects.block'), effect.block ?? ''],
    [t('effects.stop'), effect.stop ?? ''],
    [t('effects.toModel'), effect.toModel.join('\n')],
    [t('effects.toPerson'), effect.toPerson.join('\n')],
  ].filter(([, text]) => text !== '');
  return (
    <ViewSection title={t('effects.title')}>
      {hidden.length > 0 ? (
        <p role="status" className="pb-1 text-sm text-warn">
          {t('effects.hidden', { kinds: hidden.map(({ kind }) => kind).join(', ') })}
        </p>
      ) : undefined}
      {rows.length === 0 ? <p className="text-muted text-sm">{t('effects.none')}</p> : undefined}
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {rows.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="whitespace-pre-wrap break-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </ViewSection>
  );
}
