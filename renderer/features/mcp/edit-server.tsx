import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import type { ServerView } from '../../../shared/model/mcp';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { Failed } from '../../ui/failed';
import { EntryEditor, StaleEntry } from './entry-editor';
import { draftOf } from './read-snippet';

interface EditServerProps {
  folder: string;
  server: ServerView;
  onWritten: () => void;
  onClose: () => void;
}

/** The entry of a server, changed where it stands. */
export function EditServer({ folder, server, onWritten, onClose }: EditServerProps) {
  const { t } = useTranslation('mcp');
  const { data, error, again } = useAnswer('mcp.entry', { folder, server: server.name }, server.name, server.name);
  if (error !== undefined)
    return (
      <div className="flex flex-col items-start gap-2 px-4 py-3 text-sm">
        {error === 'read-only' ? <p className="text-warn">{t('edit.readOnly')}</p> : <Failed error={error} onRetry={again} />}
        <Button onClick={onClose}>{t('edit.back')}</Button>
      </div>
    );
  if (data === undefined) return <div className="flex-1" aria-busy />;
  return <EditEntry key={data.hash} folder={folder} server={server} read={data} onStale={again} onWritten={onWritten} onClose={onClose} />;
}

interface EditEntryProps extends EditServerProps {
  read: Result<'mcp.entry'>;
  onStale: () => void;
}

function EditEntry({ folder, server: { name, scope, hash }, read, onStale, onWritten, onClose }: EditEntryProps) {
  const { t } = useTranslation('mcp');
  const [draft, setDraft] = useState({ ...draftOf(name, read.entry), name, scope, rest: {} });
  return (
    <EntryEditor
      folder={folder}
      title={t('edit.title', { name })}
      note={t(scope === 'project' ? 'edit.noteProject' : 'edit.note', { path: read.path })}
      draft={draft}
      hash={read.hash}
      words={{ write: t('edit.write'), written: t('edit.done', { name }) }}
      onChange={setDraft}
      onStale={onStale}
      onWritten={() => {
        onWritten();
        onClose();
      }}
      onCancel={onClose}
    >
      {hash === read.hash ? undefined : <StaleEntry onRead={onStale} />}
    </EntryEditor>
  );
}
