import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SkillEntry } from '../../../shared/model/skill-report';
import { selectDetail } from '../../stores/selection';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { cx } from '../../ui/cx';
import { ViewSection } from '../../ui/view-page';

/** Those that count more first. */
const SCOPES = ['managed', 'personal', 'project', 'nested', 'bundled'] as const;

/** Skills and commands by scope, in order of precedence; one that does not count is struck through, with the reason. */
export function SkillList({ skills, chosen, onNew }: { skills: readonly SkillEntry[]; chosen: SkillEntry | undefined; onNew: () => void }) {
  const { t } = useTranslation('skills');
  return SCOPES.filter((scope) => scope === 'project' || skills.some((skill) => skill.scope === scope)).map((scope) => {
    const own = skills.filter((skill) => skill.scope === scope);
    return (
      <ViewSection
        key={scope}
        title={t(`scope.${scope}`)}
        count={own.length}
        className="pb-2"
        actions={
          scope === 'project' ? (
            <Button look="quiet" onClick={onNew}>
              <Plus size={13} aria-hidden />
              {t('list.new')}
            </Button>
          ) : undefined
        }
      >
        <ul aria-label={t(`scope.${scope}`)}>
          {own.map((skill) => (
            <li key={skill.path}>
              <SkillButton skill={skill} chosen={skill === chosen} />
            </li>
          ))}
        </ul>
        {own.length === 0 ? <p className="text-muted text-sm">{t('list.empty')}</p> : undefined}
      </ViewSection>
    );
  });
}

function SkillButton({ skill, chosen }: { skill: SkillEntry; chosen: boolean }) {
  const { t } = useTranslation('skills');
  const { name, description, form, state, by, modelInvocable, listed, path } = skill;
  const counts = state === 'in-force';
  return (
    <button
      type="button"
      aria-current={chosen ? 'true' : undefined}
      title={counts ? description : t(`list.${state}By`, { by: by ?? '' })}
      onClick={() => selectDetail(path)}
      className={cx('clickable flex min-h-[26px] w-full min-w-0 items-center gap-2 rounded-md px-1.5 text-left', chosen && 'bg-selected')}
    >
      <span className={cx('min-w-0 max-w-[60%] shrink-0 truncate font-semibold text-sm', !counts && 'text-faint line-through')}>
        /{name}
      </span>
      <span className="min-w-0 flex-1 truncate text-muted text-sm">{description}</span>
      {form === 'command' ? <Chip>{t('list.command')}</Chip> : undefined}
      {counts ? undefined : <Chip tone="warn">{t(`list.${state}`)}</Chip>}
      {counts && !modelInvocable ? <Chip>{t('list.onlyYou')}</Chip> : undefined}
      {listed === 'cut' ? <Chip tone="warn">{t('list.cut')}</Chip> : undefined}
    </button>
  );
}
