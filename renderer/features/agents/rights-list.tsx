import { useTranslation } from 'react-i18next';
import type { AgentRightsRecord, DroppedTool } from '../../../shared/model/agent-node';

/** What an agent may do, and what of its parent's rights it lacks and why. */
export function RightsList({ rights }: { rights: AgentRightsRecord }) {
  const { t } = useTranslation(['agents', 'common']);
  const { mode, askedMode, tools, dropped, onlyIn } = rights;
  return (
    <section aria-label={t('rights.title')} className="text-sm">
      <h3 className="text-muted">{t('rights.title')}</h3>
      <p>
        {t('rights.mode', { mode: t(`common:mode.${mode}`) })}
        {askedMode ? <span className="text-warn"> {t('rights.narrowedMode', { mode: t(`common:mode.${askedMode}`) })}</span> : undefined}
      </p>
      {onlyIn ? <p className="break-anywhere">{t('rights.onlyIn', { folder: onlyIn })}</p> : undefined}
      <p className="break-anywhere">
        <span className="text-muted">{t('rights.tools')}</span> {tools.join(', ') || t('rights.noTools')}
      </p>
      {dropped.length > 0 ? <DroppedTools dropped={dropped} /> : undefined}
    </section>
  );
}

export function DroppedTools({ dropped }: { dropped: readonly DroppedTool[] }) {
  const { t } = useTranslation('agents');
  const byReason = new Map<DroppedTool['why'], string[]>();
  for (const { tool, why } of dropped) byReason.set(why, [...(byReason.get(why) ?? []), tool]);
  return (
    <ul aria-label={t('rights.dropped')}>
      {[...byReason].map(([why, tools]) => (
        <li key={why} className="break-anywhere text-muted">
          <span className="line-through">{tools.join(', ')}</span> {t(`rights.why.${why}`)}
        </li>
      ))}
    </ul>
  );
}
