import { useTranslation } from 'react-i18next';
import { trustFolder, useFolder } from '../../stores/folder';
import { reportFailure } from '../../stores/report-failure';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';

/** Asked once per folder, in the page: until it is trusted its own allow rules, hooks and servers stay off. */
export function TrustBanner() {
  const { t } = useTranslation(['conversation', 'common']);
  const { folder, trusted } = useFolder();
  if (!folder || trusted) return undefined;
  const trust = () => trustFolder(true).catch(reportFailure);
  return (
    <Banner tone="warn" actions={<Button onClick={() => void trust()}>{t('trust.yes')}</Button>}>
      <strong className="font-semibold">{t('trust.title')}</strong> {t('trust.body')}{' '}
      <span className="break-anywhere font-mono">{folder}</span>
    </Banner>
  );
}
