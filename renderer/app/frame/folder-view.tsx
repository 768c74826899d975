import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useFolder } from '../../stores/folder';
import { showOverlay } from '../../stores/ui';
import { EmptyView } from '../../ui/view-page';
import type { FolderArea } from '../registry';

interface FolderViewProps {
  /** Also the name of the words `title`, `noFolder` and `noFolderBody`. */
  area: FolderArea;
  view: ComponentType<{ folder: string }>;
}

/** A view of the open folder, begun anew with each folder. Where none is open: what the view is for, and the way to open one. */
export function FolderView({ area, view: View }: FolderViewProps) {
  const { t } = useTranslation([area, 'common']);
  const folder = useFolder((state) => state.folder);
  if (folder) return <View key={folder} folder={folder} />;
  return (
    <EmptyView
      title={t('title')}
      why={t('noFolder')}
      body={t('noFolderBody')}
      action={{ label: t('common:openFolder'), run: () => showOverlay('folder') }}
    />
  );
}
