import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectSession, useSelection } from '../../stores/selection';
import { loadMoreSessions, useSessionList } from '../../stores/session-list';
import { EmptyState } from '../../ui/empty-state';
import { VirtualList } from '../../ui/virtual-list';
import { SessionRow } from './session-row';

const ROW = 44;

export function SessionList() {
  const { t } = useTranslation('sessions');
  const { sessions, loading, query, archived, hits } = useSessionList();
  const chosen = useSelection((state) => state.current.session);
  const [renaming, setRenaming] = useState<string>();
  if (sessions.length === 0) {
    if (loading || (query && hits.length > 0)) return <div className="flex-1" aria-busy={loading} />;
    const text = query ? 'emptySearch' : archived ? 'emptyArchive' : 'empty';
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <EmptyState title={t(`${text}.title`)}>{t(`${text}.body`)}</EmptyState>
      </div>
    );
  }
  const selected = sessions.findIndex((session) => session.id === chosen);
  return (
    <VirtualList
      name={archived ? t('archivedList') : t('list')}
      rows={sessions}
      keyOf={(session) => session.id}
      rowHeight={ROW}
      selected={selected}
      onMove={(index) => {
        const session = sessions[index];
        if (session) selectSession(session.id);
      }}
      rowsHaveControls
      onReachEnd={() => void loadMoreSessions()}
      render={(session) => (
        <SessionRow
          session={session}
          selected={session.id === chosen}
          renaming={renaming === session.id}
          onRename={(on) => setRenaming(on ? session.id : undefined)}
        />
      )}
    />
  );
}
