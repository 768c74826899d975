import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFresh } from '../../stores/use-fresh';
import { IconButton } from '../../ui/icon-button';
import { ViewPage } from '../../ui/view-page';
import { AuditLogPane } from './audit-log-pane';
import { VerifyBadge } from './verify-badge';

/** What was done in this folder, by its agents and by the person, and whether the record of it is whole. */
export function AuditView({ folder }: { folder: string }) {
  const { t } = useTranslation('audit');
  const [fresh, refresh] = useFresh();
  return (
    <ViewPage
      title={t('title')}
      note={<span className="break-anywhere font-mono">{folder}</span>}
      actions={
        <>
          <VerifyBadge folder={folder} fresh={fresh} />
          <IconButton name={t('again')} icon={<RotateCw size={14} />} onClick={refresh} />
        </>
      }
    >
      <AuditLogPane folder={folder} fresh={fresh} />
    </ViewPage>
  );
}
