import { useTranslation } from 'react-i18next';
import type { SkillEntry } from '../../../shared/model/skill-report';
import { selectDetail } from '../../stores/selection';
import { EntryList, type ListedEntry } from '../../ui/entry-list';

/** Those that count more first. */
const SCOPES = ['managed', 'personal', 'project', 'nested', 'bundled'] as const;

/** Skills and commands by scope, in order of precedence; one that does not count is struck through, with the reason. */
export function SkillList({ skills, chosen, onNew }: { skills: readonly SkillEntry[]; chosen: SkillEntry | undefined; onNew: () => void }) {
  const { t } = useTranslation('skills');
  const entryOf = ({ name, description, form, state, by, modelInvocable, listed, path }: SkillEntry): ListedEntry => {
    const counts = state === 'in-force';
    return {
      key: path,
      mark: '/',
      name,
      note: description,
      title: counts ? description : t(`list.${state}By`, { by: by ?? '' }),
      counts,
      chips: [
        ...(form === 'command' ? [{ label: t('list.command'), tone: 'plain' as const }] : []),
        ...(counts ? [] : [{ label: t(`list.${state}`), tone: 'warn' as const }]),
        ...(counts && !modelInvocable ? [{ label: t('list.onlyYou'), tone: 'plain' as const }] : []),
        ...(listed === 'cut' ? [{ label: t('list.cut'), tone: 'warn' as const }] : []),
      ],
    };
  };
  return (
    <EntryList
      groups={SCOPES.filter((scope) => scope === 'project' || skills.some((skill) => skill.scope === scope)).map((scope) => ({
        key: scope,
        title: t(`scope.${scope}`),
        entries: skills.filter((skill) => skill.scope === scope).map(entryOf),
        ...(scope === 'project' ? { onNew } : {}),
      }))}
      chosen={chosen?.path}
      words={{ make: t('list.new'), empty: t('list.empty') }}
      onChoose={selectDetail}
    />
  );
}
