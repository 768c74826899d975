import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { selectDetail } from '../../stores/selection';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { cx } from '../../ui/cx';
import { ViewSection } from '../../ui/view-page';
import type { AgentType } from './agent-types';

const SCOPES = ['managed', 'project', 'user', 'built-in'] as const;

/** What the address names a definition by: its file, or the name of a built-in one. */
export function keyOfType({ file, name }: AgentType): string {
  return file ?? name;
}

/** Definitions by scope, in order of precedence; one that another takes the place of is struck through. */
export function DefinitionList({
  types,
  chosen,
  onNew,
}: {
  types: readonly AgentType[];
  chosen: AgentType | undefined;
  onNew: () => void;
}) {
  const { t } = useTranslation('agents');
  return (
    <>
      {SCOPES.filter((scope) => scope === 'project' || types.some((type) => type.scope === scope)).map((scope) => {
        const own = types.filter((type) => type.scope === scope);
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
              {own.map((type) => (
                <li key={keyOfType(type)}>
                  <TypeButton type={type} chosen={type === chosen} />
                </li>
              ))}
            </ul>
            {own.length === 0 ? <p className="text-muted text-sm">{t('list.empty')}</p> : undefined}
          </ViewSection>
        );
      })}
    </>
  );
}

function TypeButton({ type, chosen }: { type: AgentType; chosen: boolean }) {
  const { t } = useTranslation('agents');
  const { name, description, shadowedBy } = type;
  return (
    <button
      type="button"
      aria-current={chosen ? 'true' : undefined}
      title={shadowedBy ? t('list.shadowedBy', { by: shadowedBy.file ?? t(`scope.${shadowedBy.scope}`) }) : description}
      onClick={() => selectDetail(keyOfType(type))}
      className={cx('clickable flex min-h-[26px] w-full min-w-0 items-center gap-2 rounded-md px-1.5 text-left', chosen && 'bg-selected')}
    >
      <span className={cx('shrink-0 font-semibold text-sm', shadowedBy && 'text-faint line-through')}>{name}</span>
      <span className="min-w-0 flex-1 truncate text-muted text-sm">{description}</span>
      {shadowedBy ? <Chip tone="warn">{t('list.shadowed')}</Chip> : undefined}
    </button>
  );
}
