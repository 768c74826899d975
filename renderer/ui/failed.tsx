import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../shared/model/failure';
import { Button } from './button';
import { cx } from './cx';

/** In the place of what could not be read: why, and the way to try again. */
export function Failed({ error, onRetry, className }: { error: ErrorCode; onRetry: () => void; className?: string }) {
  const { t } = useTranslation('common');
  return (
    <p role="alert" className={cx('flex flex-wrap items-center gap-2 text-bad text-sm', className)}>
      {t(`error.${error}`)}
      <Button onClick={onRetry}>{t('retry')}</Button>
    </p>
  );
}
