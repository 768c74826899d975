import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RuleRef } from '../../../shared/model/permission';
import { trustFolder } from '../../stores/folder';
import { showToast } from '../../stores/toasts';
import { reportFailure } from '../../stores/report-failure';
import { Banner } from '../../ui/banner';
import { Button } from '../../ui/button';

interface TrustLineProps {
  trusted: boolean;
  /** Rules of the folder that are off until it is trusted. */
  waiting: readonly RuleRef[];
  onChanged: () => void;
}

/** Whether the folder is trusted, what that turns on here, and the way to change it. */
export function TrustLine({ trusted, waiting, onChanged }: TrustLineProps) {
  const { t } = useTranslation(['permissions', 'common']);
  const set = async (next: boolean) => {
    try {
      await trustFolder(next);
      onChanged();
      showToast({
        text: t(next ? 'trust.isNow' : 'trust.isNoMore'),
        tone: 'plain',
        action: { label: t('common:undo'), run: () => void set(!next) },
      });
    } catch (error) {
      reportFailure(error);
    }
  };
  const Icon = trusted ? ShieldCheck : ShieldAlert;
  return (
    <Banner
      tone={trusted ? 'info' : 'warn'}
      actions={
        <Button look={trusted ? 'quiet' : 'plain'} onClick={() => void set(!trusted)}>
          {t(trusted ? 'trust.withdraw' : 'trust.give')}
        </Button>
      }
    >
      <Icon size={14} aria-hidden className={trusted ? 'mr-1.5 inline align-[-2px] text-ok' : 'mr-1.5 inline align-[-2px] text-warn'} />
      <strong className="font-semibold">{t(trusted ? 'trust.yes' : 'trust.no')}</strong>{' '}
      <span className="text-muted">{t(trusted ? 'trust.yesNote' : 'trust.noNote')}</span>
      {trusted ? undefined : (
        <details className="text-muted">
          <summary className="cursor-pointer">{t('trust.turnsOn')}</summary>
          <ul aria-label={t('trust.turnsOn')} className="list-disc pl-5">
            {waiting.map(({ text, scope, file }) => (
              <li key={`${scope} ${file} ${text}`}>
                <code>{text}</code>
              </li>
            ))}
            <li>{t('trust.checks')}</li>
            <li>{t('trust.code')}</li>
          </ul>
        </details>
      )}
    </Banner>
  );
}
