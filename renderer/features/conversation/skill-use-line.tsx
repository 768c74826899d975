import { useTranslation } from 'react-i18next';
import { promptTokens } from '../../../shared/model/add-usage';
import { select, selectItem } from '../../stores/selection';
import { useSession } from '../../stores/session';
import { useFormat } from '../../ui/format';
import { Tokens } from '../../ui/tokens';

const LINK = 'underline hover:text-ink';

/** How a skill came into the conversation, and what that took: typed, it is in the message; asked for by the model, a call more. Its name stands above. */
export function SkillUseLine({ item }: { item: string }) {
  const { t } = useTranslation('conversation');
  const format = useFormat();
  const uses = useSession((state) => state.state?.skillUses);
  const calls = useSession((state) => state.state?.calls);
  const call = useSession((state) => state.state?.items.find((one) => one.id === item)?.call);
  const own = uses?.filter((use) => use.item === item) ?? [];
  const asked = calls?.find((one) => one.call === call);
  if (own.length === 0) return undefined;
  return (
    <ul aria-label={t('skillUse.name')} className="flex flex-col gap-0.5 py-0.5 text-muted text-xs">
      {own.map(({ skill, by, outcome, tokens, body }) => (
        <li key={skill} className="flex flex-wrap items-center gap-x-2">
          {own.length > 1 ? <code>/{skill}</code> : undefined}
          <span>{t(`skillUse.${outcome}`)}</span>
          {tokens > 0 ? <Tokens count={tokens} estimated /> : undefined}
          <span>{t(by === 'model' ? 'skillUse.oneCall' : 'skillUse.noCall')}</span>
          {by === 'model' && asked?.usage ? <Tokens count={promptTokens(asked.usage) + asked.usage.output} /> : undefined}
          {by === 'model' && asked?.durationMs !== undefined ? <span>{format.duration(asked.durationMs)}</span> : undefined}
          {body ? (
            <button type="button" className={LINK} onClick={() => selectItem(body, call)}>
              {t('skillUse.piece')}
            </button>
          ) : undefined}
          <button type="button" className={LINK} onClick={() => select({ view: 'skills', detail: skill })}>
            {t('skillUse.edit')}
          </button>
        </li>
      ))}
    </ul>
  );
}
