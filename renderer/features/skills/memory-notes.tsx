import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { Switch } from '../../ui/switch';
import { ViewSection } from '../../ui/view-page';

interface MemoryNotesProps {
  folder: string;
  notes: NonNullable<Result<'folder.memory'>['notes']>;
  onShow: (file: string) => void;
  onChanged: () => void;
}

/** Notes that agents keep for later sessions: whether they may, where those lie, and each topic to be read and edited. */
export function MemoryNotes({ folder, notes, onShow, onChanged }: MemoryNotesProps) {
  const { t } = useTranslation('memory');
  const turn = (on: boolean) => call('memory.keepNotes', { folder, on }).then(onChanged, (error: unknown) => reportFailure(error));
  return (
    <ViewSection
      title={t('notes.title')}
      note={t('notes.note')}
      actions={<Switch name={t('notes.on')} checked={notes.on} onChange={(on) => void turn(on)} />}
    >
      <p className="text-muted text-sm">
        <code className="break-anywhere">{notes.folder}</code>
      </p>
      {notes.on && notes.topics.length > 0 ? (
        <ul aria-label={t('notes.topics')} className="mt-1.5 border-line border-t">
          {notes.topics.map((path) => (
            <li key={path} className="border-line border-b">
              <button type="button" className="clickable w-full py-1 text-left font-mono text-sm" onClick={() => onShow(path)}>
                {path.startsWith(`${notes.folder}/`) ? path.slice(notes.folder.length + 1) : path}
              </button>
            </li>
          ))}
        </ul>
      ) : undefined}
      {notes.on && notes.topics.length === 0 ? <p className="pt-1 text-faint text-sm">{t('notes.none')}</p> : undefined}
    </ViewSection>
  );
}
