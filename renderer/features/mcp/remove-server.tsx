import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerView } from '../../../shared/model/mcp';
import { select } from '../../stores/selection';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { Failed } from '../../ui/failed';
import { ViewSection } from '../../ui/view-page';
import { FileChange } from './file-change';

/** Takes the entry out of its file; the change is seen before it is written. */
export function RemoveServer({
  folder,
  server: { name, scope },
  onRemoved,
}: {
  folder: string;
  server: ServerView;
  onRemoved: () => void;
}) {
  const { t } = useTranslation('mcp');
  const [open, setOpen] = useState(false);
  const { data, error, again } = useAnswer('mcp.planRemove', { folder, server: name, scope }, open ? name : undefined);
  const done = () => {
    onRemoved();
    select({ view: 'mcp' });
  };
  return (
    <ViewSection title={t('remove.title')}>
      {open ? (
        error === 'read-only' ? (
          <p className="text-sm text-warn">{t('remove.readOnly')}</p>
        ) : error ? (
          <Failed error={error} onRetry={again} />
        ) : data ? (
          <FileChange
            folder={folder}
            change={data}
            words={{ write: t('remove.write'), written: t('remove.done', { name }) }}
            danger
            onWritten={done}
            onCancel={() => setOpen(false)}
          />
        ) : undefined
      ) : (
        <Button look="danger" onClick={() => setOpen(true)}>
          <Trash2 size={13} aria-hidden />
          {t('remove.look')}
        </Button>
      )}
    </ViewSection>
  );
}
