import { useTranslation } from 'react-i18next';
import { useFormat } from './format';

/** Money spent. An unknown price reads "unknown", never 0. */
export function Cost({ usd, className }: { usd: number | undefined; className?: string }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  return (
    <span className={className} title={usd === undefined ? t('cost.unknownWhy') : `$${usd}`}>
      {usd === undefined ? t('cost.unknown') : format.cost(usd)}
    </span>
  );
}
