import { Pencil, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionState } from '../../../shared/model/session';
import { putBack } from '../../stores/composer';
import { call, errorCode } from '../../stores/host';
import { useSession } from '../../stores/session';
import { reportFailure } from '../../stores/report-failure';
import { showToast } from '../../stores/toasts';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { TextArea } from '../../ui/text-area';
import { focusOnMount } from '../../ui/focus-on-mount';

type Entry = SessionState['queue'][number];
const NONE: Entry[] = [];

interface Editing {
  session: string;
  entry: string;
  before: string;
  text: string;
}

/**
 * Messages typed while a turn runs: each can be edited or taken back until it is sent. What is being written when the message is
 * sent goes on in the composer.
 */
export function QueueList() {
  const { t } = useTranslation('composer');
  const session = useSession((state) => state.id);
  const queue = useSession((state) => state.state?.queue ?? NONE);
  const [editing, setEditing] = useState<Editing>();
  useEffect(() => {
    if (!editing || (editing.session === session && queue.some(({ entry }) => entry === editing.entry))) return;
    setEditing(undefined);
    if (editing.text === editing.before) return;
    putBack(editing.session, { text: editing.text, images: [] });
    if (editing.session === session) showToast({ text: t('alreadySent'), tone: 'plain' });
  }, [editing, queue, session, t]);
  if (!session || queue.length === 0) return undefined;
  return (
    <ol aria-label={t('queue')} className="mx-auto mb-1.5 flex max-w-[820px] flex-col rounded-lg border border-line bg-panel">
      {queue.map((entry) => (
        <li
          key={entry.entry}
          className="flex min-h-[30px] items-center gap-2 border-line border-b py-0.5 pr-1 pl-3 text-sm last:border-b-0"
        >
          {editing?.entry === entry.entry ? (
            <QueueEditor
              session={session}
              entry={entry}
              text={editing.text}
              onChange={(text) => setEditing({ ...editing, text })}
              onDone={() => setEditing(undefined)}
            />
          ) : (
            <QueueLine
              session={session}
              entry={entry}
              onEdit={() => setEditing({ session, entry: entry.entry, before: entry.input.text, text: entry.input.text })}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

function QueueLine({ session, entry, onEdit }: { session: string; entry: Entry; onEdit: () => void }) {
  const { t } = useTranslation(['composer', 'common']);
  const images = entry.input.images.length;
  const withdraw = async () => {
    try {
      const { input } = await call('queue.withdraw', { session, entry: entry.entry });
      putBack(session, input);
    } catch (error) {
      if (errorCode(error) === 'not-found') showToast({ text: t('tooLate'), tone: 'plain' });
      else reportFailure(error, (why) => t('notTakenBack', { why }));
    }
  };
  return (
    <>
      <span className="shrink-0 text-faint text-xs">{t('queued')}</span>
      <span className="min-w-0 flex-1 truncate" title={entry.input.text}>
        {entry.input.text}
      </span>
      {images > 0 ? <span className="shrink-0 text-faint text-xs">{t('queueImages', { count: images })}</span> : undefined}
      <IconButton name={t('edit')} icon={<Pencil size={13} />} onClick={onEdit} />
      <IconButton name={t('withdraw')} icon={<Undo2 size={14} />} onClick={() => void withdraw()} />
    </>
  );
}

interface QueueEditorProps {
  session: string;
  entry: Entry;
  text: string;
  onChange: (text: string) => void;
  onDone: () => void;
}

function QueueEditor({ session, entry, text, onChange, onDone }: QueueEditorProps) {
  const { t } = useTranslation(['composer', 'common']);
  const save = () => {
    onDone();
    if (text.trim() === '' || text === entry.input.text) return;
    call('queue.change', { session, entry: entry.entry, input: { ...entry.input, text } }).catch((error: unknown) => {
      putBack(session, { text, images: [] });
      if (errorCode(error) === 'not-found') showToast({ text: t('alreadySent'), tone: 'plain' });
      else reportFailure(error, (why) => t('notChanged', { why }));
    });
  };
  return (
    <>
      <TextArea
        name={t('edit')}
        value={text}
        maxHeight={160}
        onChange={(event) => onChange(event.target.value)}
        onSend={save}
        onKey={(event) => {
          if (event.key === 'Escape') onDone();
        }}
        ref={focusOnMount}
      />
      <Button onClick={save}>{t('common:save')}</Button>
      <Button look="quiet" onClick={onDone}>
        {t('common:cancel')}
      </Button>
    </>
  );
}
