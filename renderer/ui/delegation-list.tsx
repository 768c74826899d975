import { useTranslation } from 'react-i18next';
import type { DelegationLine } from '../../shared/model/delegation-line';
import { cx } from './cx';

/** What the delegation said, and what it left open. */
export function DelegationList({ lines }: { lines: readonly DelegationLine[] }) {
  const { t } = useTranslation('agents');
  return (
    <section aria-label={t('delegation.title')} className="text-sm">
      <h3 className="text-muted">{t('delegation.title')}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        {lines.map(({ about, text, state, without, rounds, problem }) => (
          <div key={about} className="contents">
            <dt className="text-muted">{t(`delegation.${about}`)}</dt>
            <dd className={cx('min-w-0 break-anywhere', state === 'problem' && 'text-warn', state === 'unsaid' && 'text-faint')}>
              {[
                rounds === undefined ? '' : t('delegation.rounds', { count: rounds }),
                text,
                without === undefined ? '' : t('delegation.without', { tools: without.join(', ') }),
                problem === undefined ? '' : t(`delegation.problem.${problem}`),
              ]
                .filter((words) => words !== '')
                .join(' · ') || t('delegation.unsaid')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
