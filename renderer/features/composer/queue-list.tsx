import { Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionState } from '../../../shared/model/session';
import { draftOf, setDraft, useComposer } from '../../stores/composer';
import { call, errorCode } from '../../stores/host';
import { useSession } from '../../stores/session';
import { showToast } from '../../stores/toasts';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { TextArea } from '../../ui/text-area';
import { focusOnMount } from '../../ui/focus-on-mount';

type Entry = SessionState['queue'][number];
const NONE: Entry[] = [];

/** Messages typed while a turn runs: each can be edited or taken back until it is sent. */
export function QueueList() {
  const { t } = useTranslation('composer');
  const session = useSession((state) => state.id);
  const queue = useSession((state) => state.state?.queue ?? NONE);
  const [editing, setEditing] = useState<string>();
  if (!session || queue.length === 0) return undefined;
  return (
    <ol aria-label={t('queue')} className="mx-auto mb-1.5 flex max-w-[820px] flex-col rounded-lg border border-line bg-panel">
      {queue.map((entry) => (
        <li
          key={entry.entry}
          className="flex min-h-[30px] items-center gap-2 border-line border-b py-0.5 pr-1 pl-3 text-sm last:border-b-0"
        >
          {editing === entry.entry ? (
            <QueueEditor session={session} entry={entry} onDone={() => setEditing(undefined)} />
          ) : (
            <QueueLine session={session} entry={entry} onEdit={() => setEditing(entry.entry)} />
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
      const held = draftOf(useComposer.getState(), session);
      setDraft(session, { text: [input.text, held.text].filter(Boolean).join('\n'), images: [...input.images, ...held.images] });
    } catch (error) {
      showToast({ text: t('failed', { why: t(`common:error.${errorCode(error)}`) }), tone: 'bad' });
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

function QueueEditor({ session, entry, onDone }: { session: string; entry: Entry; onDone: () => void }) {
  const { t } = useTranslation(['composer', 'common']);
  const [text, setText] = useState(entry.input.text);
  const save = () => {
    onDone();
    if (text.trim() === '' || text === entry.input.text) return;
    call('queue.change', { session, entry: entry.entry, input: { ...entry.input, text } }).catch((error: unknown) =>
      showToast({ text: t('failed', { why: t(`common:error.${errorCode(error)}`) }), tone: 'bad' }),
    );
  };
  return (
    <>
      <TextArea
        name={t('edit')}
        value={text}
        maxHeight={160}
        onChange={(event) => setText(event.target.value)}
        onSend={save}
        onKey={(event) => {
          if (event.key === 'Escape') onDone();
        }}
        className="rounded-md border border-line-strong bg-raised px-2 py-1 focus-visible:border-focus"
        ref={focusOnMount}
      />
      <Button onClick={save}>{t('common:save')}</Button>
      <Button look="quiet" onClick={onDone}>
        {t('common:cancel')}
      </Button>
    </>
  );
}
