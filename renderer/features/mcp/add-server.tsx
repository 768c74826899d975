import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Params, Result } from '../../../shared/contract/methods';
import { select } from '../../stores/selection';
import { showToast } from '../../stores/toasts';
import { useAnswer } from '../../stores/use-answer';
import { Button } from '../../ui/button';
import { Failed } from '../../ui/failed';
import { ScrollRegion } from '../../ui/scroll-region';
import { ViewSection } from '../../ui/view-page';
import { EMPTY_DRAFT, type EntryDraft, entryOf, nameProblem } from './entry-draft';
import { EntryForm } from './entry-form';
import { FileChange } from './file-change';
import { SnippetBox } from './snippet-box';

interface AddServerProps {
  folder: string;
  data: Result<'mcp.list'>;
  onWritten: () => void;
}

/** A new server: pasted or filled in, and the change of the file seen before it is written. */
export function AddServer({ folder, data, onWritten }: AddServerProps) {
  const { t } = useTranslation(['mcp', 'common']);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [planned, setPlanned] = useState<Params<'mcp.planAdd'>>();
  const taken = data.servers.filter(({ scope }) => scope === draft.scope).map(({ name }) => name);
  const problem = nameProblem(draft.name, taken);
  const entry = entryOf(draft);
  const isReady = draft.name !== '' && entry !== undefined && (problem === undefined || problem === 'takenName');
  const change = (next: EntryDraft) => {
    setDraft(next);
    setPlanned(undefined);
  };
  const plan = () => {
    if (isReady) setPlanned({ folder, server: draft.name, scope: draft.scope, entry });
  };
  const done = () => {
    showToast({ tone: 'plain', text: t('add.done', { name: draft.name }) });
    onWritten();
    select({ view: 'mcp', detail: draft.name });
  };
  return (
    <ScrollRegion name={t('add.title')} className="@container min-h-0 flex-1 px-4 py-3">
      <div className="grid gap-x-8 gap-y-5 @[900px]:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <SnippetBox onRead={(read) => change({ ...draft, ...read })} />
          <ViewSection title={t('add.title')} note={t('add.note')}>
            <EntryForm draft={draft} problem={problem} onChange={change} onEnter={plan} />
            <div className="flex flex-wrap gap-1.5 pt-3">
              <Button look="solid" disabled={!isReady} onClick={plan}>
                {t('add.look')}
              </Button>
              <Button look="quiet" onClick={() => select({ view: 'mcp' })}>
                {t('common:cancel')}
              </Button>
            </div>
          </ViewSection>
        </div>
        <ViewSection title={t('change.name')} note={t('change.note')}>
          {planned ? (
            <Plan planned={planned} onWritten={done} onCancel={() => setPlanned(undefined)} />
          ) : (
            <p className="text-muted text-sm">{t('change.none')}</p>
          )}
        </ViewSection>
      </div>
    </ScrollRegion>
  );
}

function Plan({ planned, onWritten, onCancel }: { planned: Params<'mcp.planAdd'>; onWritten: () => void; onCancel: () => void }) {
  const { t } = useTranslation('mcp');
  const { data, error, again } = useAnswer('mcp.planAdd', planned, JSON.stringify(planned), JSON.stringify(planned));
  if (error) return <Failed error={error} onRetry={again} />;
  if (data === undefined) return undefined;
  return (
    <FileChange
      folder={planned.folder}
      change={data}
      label={t('add.write', { name: planned.server })}
      onWritten={onWritten}
      onCancel={onCancel}
    />
  );
}
