import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Params, Result } from '../../../shared/contract/methods';
import type { ErrorCode } from '../../../shared/model/failure';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { Failed } from '../../ui/failed';
import { ScrollRegion } from '../../ui/scroll-region';
import { ViewSection } from '../../ui/view-page';
import { type EntryDraft, entryOf, type NameProblem } from './entry-draft';
import { EntryForm } from './entry-form';
import { FileChange } from './file-change';

interface EntryEditorProps {
  folder: string;
  title: string;
  note: ReactNode;
  draft: EntryDraft;
  problem?: NameProblem | undefined;
  /** Of the entry that is changed, in its place; absent: it is a new one. */
  hash?: string;
  words: { write: string; written: string };
  /** Stands above the form. */
  children?: ReactNode;
  onChange: (draft: EntryDraft) => void;
  onWritten: () => void;
  onCancel: () => void;
  /** The entry is another by now: reads it again. */
  onStale?: () => void;
}

/** An entry as a form, new or not, and the change of the file seen before it is written. */
export function EntryEditor(props: EntryEditorProps) {
  const { folder, title, note, draft, problem, hash, words, children, onChange, onWritten, onCancel, onStale } = props;
  const { t } = useTranslation(['mcp', 'common']);
  const [looked, setLooked] = useState<EntryDraft>();
  const entry = entryOf(draft);
  const isReady = draft.name !== '' && entry !== undefined && (problem === undefined || problem === 'takenName');
  // A change that was shown is void once the form says something else.
  const isLooked = looked === draft && entry !== undefined;
  const look = () => {
    if (isReady) setLooked(draft);
  };
  return (
    <ScrollRegion name={title} className="@container min-h-0 flex-1 px-4 py-3">
      <div className="grid gap-x-8 gap-y-5 @[900px]:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          {children}
          <ViewSection title={title} note={note}>
            <EntryForm draft={draft} problem={problem} isPlaced={hash !== undefined} onChange={onChange} onEnter={look} />
            <div className="flex flex-wrap gap-1.5 pt-3">
              <Button look="solid" disabled={!isReady} onClick={look}>
                {t('add.look')}
              </Button>
              <Button look="quiet" onClick={onCancel}>
                {t('common:cancel')}
              </Button>
            </div>
          </ViewSection>
        </div>
        <ViewSection title={t('change.name')} note={t('change.note')}>
          {isLooked ? (
            <Plan
              wish={{ folder, server: draft.name, scope: draft.scope, entry }}
              hash={hash}
              words={words}
              onWritten={onWritten}
              onCancel={() => setLooked(undefined)}
              onStale={onStale}
            />
          ) : (
            <p className="text-muted text-sm">{t('change.none')}</p>
          )}
        </ViewSection>
      </div>
    </ScrollRegion>
  );
}

interface PlanProps extends Pick<EntryEditorProps, 'words' | 'onWritten' | 'onCancel'> {
  wish: Params<'mcp.planAdd'>;
  hash: string | undefined;
  onStale: (() => void) | undefined;
}

function Plan({ wish, hash, words, onWritten, onCancel, onStale }: PlanProps) {
  const { t } = useTranslation('mcp');
  const key = JSON.stringify({ hash, ...wish });
  const added = useAnswer('mcp.planAdd', wish, hash === undefined ? key : undefined, key);
  const edited = useAnswer('mcp.planEdit', { ...wish, hash: hash ?? '' }, hash === undefined ? undefined : key, key);
  const { data, error, again }: { data: Result<'mcp.planAdd'> | undefined; error: ErrorCode | undefined; again: () => void } =
    hash === undefined ? added : edited;
  if (error === 'conflict' && onStale) return <StaleEntry onRead={onStale} />;
  if (error) return <Failed error={error} onRetry={again} />;
  if (data === undefined) return undefined;
  if (data.text === data.before) return <p className="text-muted text-sm">{t('change.same')}</p>;
  return <FileChange folder={wish.folder} change={data} words={words} onWritten={onWritten} onCancel={onCancel} />;
}

/** Somebody changed the entry since the form was filled. */
export function StaleEntry({ onRead }: { onRead: () => void }) {
  const { t } = useTranslation('mcp');
  return (
    <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-warn">
      {t('edit.stale')}
      <Button onClick={onRead}>{t('edit.again')}</Button>
    </p>
  );
}
