import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFolder } from '../../stores/folder';
import { showOverlay } from '../../stores/ui';
import { useFresh } from '../../stores/use-fresh';
import { IconButton } from '../../ui/icon-button';
import { EmptyView, ViewPage } from '../../ui/view-page';
import { AuditLogPane } from './audit-log-pane';
import { VerifyBadge } from './verify-badge';

/** What was done in this folder, by its agents and by the person, and whether the record of it is whole. */
export function AuditView() {
  const { t } = useTranslation('audit');
  const folder = useFolder((state) => state.folder);
  if (!folder)
    return (
      <EmptyView
        title={t('title')}
        why={t('noFolder')}
        body={t('noFolderBody')}
        action={{ label: t('openFolder'), run: () => showOverlay('folder') }}
      />
    );
  return <FolderAudit key={folder} folder={folder} />;
}

function FolderAudit({ folder }: { folder: string }) {
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
