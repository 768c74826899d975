import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../shared/model/failure';
import { Button } from '../../ui/button';

/** In the place of a list that could not be read. */
export function Failed({ error, onRetry }: { error: ErrorCode; onRetry: () => void }) {
  const { t } = useTranslation('common');
  return (
    <p role="alert" className="flex flex-wrap items-center gap-2 text-bad">
      {t(`error.${error}`)}
      <Button onClick={onRetry}>{t('retry')}</Button>
    </p>
  );
}
