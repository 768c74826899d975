import { useTranslation } from 'react-i18next';
import type { Decision } from '../../../shared/model/permission';
import { select } from '../../stores/selection';
import { rowIdOf, useRowName } from '../../ui/matrix-names';

/** The rows of the matrix that a call belongs to, and which of their cells spoke: that of the rule's place, or that of the mode. */
export function SpokenCells({ decision: { capabilities = [], rule, mode } }: { decision: Decision }) {
  const { t } = useTranslation(['permissions', 'common']);
  const rowName = useRowName();
  if (capabilities.length === 0) return undefined;
  const cell = rule ? t(`common:scope.${rule.scope}`) : t('check.modeCell', { mode: t(`common:mode.${mode}`) });
  return (
    <div className="text-sm">
      <p className="text-muted">{t('check.rows', { cell })}</p>
      <ul aria-label={t('check.rows', { cell })} className="flex flex-wrap gap-1 pt-1">
        {capabilities.map((use) => (
          <li key={rowIdOf(use)}>
            <button
              type="button"
              onClick={() => select({ view: 'permissions', detail: `row:${rowIdOf(use)}` })}
              className="rounded-sm border border-line px-1.5 leading-[20px] underline decoration-line-strong underline-offset-2 hover:bg-hover"
            >
              {rowName(rowIdOf(use))}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
