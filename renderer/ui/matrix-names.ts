import { useTranslation } from 'react-i18next';
import type { MatrixColumn } from '../../shared/model/matrix';
import type { CapabilityUse } from '../../shared/model/permission';

/** Groups of rows as they stand in the table, by what they are about. */
export const ROW_GROUPS = [
  {
    group: 'files',
    rows: ['read-project', 'read-outside', 'read-secrets', 'write-source', 'write-outside', 'write-secrets', 'write-protected', 'delete'],
  },
  { group: 'commands', rows: ['run-read-only', 'run-checks', 'run-other', 'git-read', 'git-commit'] },
  { group: 'beyond', rows: ['network', 'git-publish', 'deploy'] },
  { group: 'extensions', rows: ['mcp', 'agent', 'skill'] },
  { group: 'own', rows: ['custom'] },
] as const;

/** The row of the table that a use of a capability belongs to. */
export function rowIdOf({ capability, of }: CapabilityUse): string {
  return of === undefined ? capability : `${capability}:${of}`;
}

/** A row's name in the person's language, by its id. */
export function useRowName(): (id: string) => string {
  const { t } = useTranslation('permissions');
  return (id) => {
    const at = id.indexOf(':');
    const kind = at === -1 ? id : id.slice(0, at);
    return at === -1 || kind === 'custom'
      ? kind === 'custom'
        ? id.slice(at + 1)
        : t(`row.${kind}`)
      : t('row.of', { row: t(`row.${kind}`), name: id.slice(at + 1) });
  };
}

/** A column's name in the person's language, by its id. */
export function useColumnName(): (id: MatrixColumn['id']) => string {
  const { t } = useTranslation(['permissions', 'common']);
  return (id) => {
    const [kind, name = ''] = id.split(/:(.*)/s);
    return kind === 'agent' ? name : t(`common:${kind === 'scope' ? 'scope' : 'mode'}.${name}`);
  };
}
