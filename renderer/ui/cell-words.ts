import { useTranslation } from 'react-i18next';
import type { MatrixCell } from '../../shared/model/matrix';

type Said = Pick<MatrixCell, 'verdict' | 'mixed' | 'probes'>;

/** What a cell says in one word or two; undefined where it says nothing. */
export function useCellWord(): (cell: Said | undefined) => string | undefined {
  const { t } = useTranslation(['permissions', 'common']);
  return (cell) => {
    if (!cell?.verdict) return undefined;
    const word = t(`common:decision.${cell.verdict}`);
    return cell.mixed ? t('matrix.partly', { verdict: word }) : word;
  };
}

/** How the example calls of a cell differ: how many come to what. Undefined where they are all alike. */
export function useCellDifference(): (cell: Said | undefined) => string | undefined {
  const { t } = useTranslation(['permissions', 'common']);
  return (cell) => {
    if (!cell?.mixed) return undefined;
    const counts = (['allow', 'ask', 'deny', undefined] as const).flatMap((verdict) => {
      const count = cell.probes.filter(({ decision }) => decision === verdict).length;
      return count === 0 ? [] : [`${verdict ? t(`common:decision.${verdict}`) : t('matrix.silent')} ${count}`];
    });
    return t('matrix.mixed', { counts: counts.join(' · ') });
  };
}
