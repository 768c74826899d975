import { useTranslation } from 'react-i18next';
import type { RuleRef } from '../../../shared/model/permission';
import { trustFolder, useFolder } from '../../stores/folder';
import { reportFailure } from '../../stores/report-failure';
import { Button } from '../../ui/button';

/** Names the rule that would allow the action in a trusted folder, and offers the trust. This request is still answered by itself. */
export function OffRule({ rule }: { rule: RuleRef }) {
  const { t } = useTranslation('conversation');
  const { trusted } = useFolder();
  const place = rule.file && (rule.line ? `${rule.file}:${rule.line}` : rule.file);
  return (
    <div className="flex items-center gap-2 text-sm text-warn">
      <p className="min-w-0 flex-1 break-anywhere" title={place}>
        {t(trusted ? 'request.offTrusted' : 'request.off', { rule: rule.text })}
      </p>
      {trusted ? undefined : <Button onClick={() => void trustFolder(true).catch(reportFailure)}>{t('trust.yes')}</Button>}
    </div>
  );
}
