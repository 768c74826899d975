import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/text-area';
import { ViewSection } from '../../ui/view-page';
import type { EntryDraft } from './entry-draft';
import { readSnippet } from './read-snippet';

type Read = Omit<EntryDraft, 'scope'>;

/** Takes what a README says and fills the form with it. Nothing is written and nothing runs. */
export function SnippetBox({ onRead }: { onRead: (read: Read) => void }) {
  const { t } = useTranslation('mcp');
  const [text, setText] = useState('');
  const snippet = text.trim() === '' ? undefined : readSnippet(text);
  const change = (next: string) => {
    setText(next);
    const read = readSnippet(next);
    const only = 'drafts' in read && read.drafts.length === 1 ? read.drafts[0] : undefined;
    if (only) onRead(only);
  };
  return (
    <ViewSection title={t('paste.title')} note={t('paste.note')}>
      <TextArea
        name={t('paste.title')}
        placeholder={'{ "mcpServers": { … } }'}
        value={text}
        rows={4}
        maxHeight={220}
        spellCheck={false}
        className="font-mono"
        onChange={(event) => change(event.target.value)}
      />
      <div role="status" className="pt-1 text-sm">
        {snippet === undefined ? undefined : 'problem' in snippet ? (
          <p className="text-warn">{t(`paste.${snippet.problem}`)}</p>
        ) : snippet.drafts.length === 1 ? (
          <p className="text-muted">{t('paste.filled')}</p>
        ) : (
          <p className="text-muted">{t('paste.several')}</p>
        )}
      </div>
      {snippet && 'drafts' in snippet && snippet.drafts.length > 1 ? (
        <div className="flex flex-wrap gap-1.5 pt-1">
          {snippet.drafts.map((draft) => (
            <Button key={draft.name} onClick={() => onRead(draft)}>
              {draft.name}
            </Button>
          ))}
        </div>
      ) : undefined}
    </ViewSection>
  );
}
