import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { select } from '../../stores/selection';
import { EMPTY_DRAFT, nameProblem } from './entry-draft';
import { EntryEditor } from './entry-editor';
import { SnippetBox } from './snippet-box';

interface AddServerProps {
  folder: string;
  data: Result<'mcp.list'>;
  onWritten: () => void;
}

/** A new server: pasted or filled in. */
export function AddServer({ folder, data, onWritten }: AddServerProps) {
  const { t } = useTranslation('mcp');
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const { name } = draft;
  const taken = data.servers.filter(({ scope }) => scope === draft.scope).map((server) => server.name);
  return (
    <EntryEditor
      folder={folder}
      title={t('add.title')}
      note={t('add.note')}
      draft={draft}
      problem={nameProblem(name, taken)}
      words={{ write: t('add.write', { name }), written: t('add.done', { name }) }}
      onChange={setDraft}
      onWritten={() => {
        onWritten();
        select({ view: 'mcp', detail: name });
      }}
      onCancel={() => select({ view: 'mcp' })}
    >
      <SnippetBox onRead={(read) => setDraft({ ...draft, ...read })} />
    </EntryEditor>
  );
}
