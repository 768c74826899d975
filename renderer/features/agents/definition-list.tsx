import { useTranslation } from 'react-i18next';
import { selectDetail } from '../../stores/selection';
import { EntryList, type ListedEntry } from '../../ui/entry-list';
import type { AgentType, Types } from './agent-types';

const SCOPES = ['managed', 'project', 'user', 'built-in'] as const;

/** What the address names a definition by: its file, or the name of a built-in one. */
export function keyOfType({ file, name }: Pick<AgentType, 'file' | 'name'>): string {
  return file ?? name;
}

/** Definitions by scope, in order of precedence; one that another takes the place of, or that cannot be used, is struck through. */
export function DefinitionList({
  types,
  unusable,
  chosen,
  onNew,
}: Pick<Types, 'types' | 'unusable'> & { chosen: string | undefined; onNew: () => void }) {
  const { t } = useTranslation('agents');
  const entryOf = (type: AgentType): ListedEntry => {
    const { name, description, shadowedBy } = type;
    const by = shadowedBy && (shadowedBy.file ?? t(`scope.${shadowedBy.scope}`));
    return {
      key: keyOfType(type),
      name,
      // What the model reads stays as it is, in the title; the list says it in the person's language.
      note: type.scope === 'built-in' ? t(`builtIn.${name}`, { defaultValue: description }) : description,
      title: by === undefined ? description : t('list.shadowedBy', { by }),
      counts: by === undefined,
      chips: by === undefined ? [] : [{ label: t('list.shadowed'), tone: 'warn' }],
    };
  };
  const brokenOf = ({ file }: Types['unusable'][number]): ListedEntry => ({
    key: file,
    name: file.slice(file.lastIndexOf('/') + 1),
    note: '',
    title: t('list.unusableBecause'),
    counts: false,
    chips: [{ label: t('list.unusable'), tone: 'warn' }],
  });
  const groups = SCOPES.map((scope) => ({
    key: scope,
    title: t(`scope.${scope}`),
    entries: [
      ...types.filter((type) => type.scope === scope).map(entryOf),
      ...unusable.filter((file) => file.scope === scope).map(brokenOf),
    ],
    ...(scope === 'project' ? { onNew } : {}),
  }));
  return (
    <EntryList
      groups={groups.filter(({ key, entries }) => key === 'project' || entries.length > 0)}
      chosen={chosen}
      words={{ make: t('list.new'), empty: t('list.empty') }}
      onChoose={selectDetail}
    />
  );
}
