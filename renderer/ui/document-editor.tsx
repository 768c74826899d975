import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Diagnostic } from '../../shared/model/permission';
import { Button } from './button';
import { Chip } from './chip';
import { DocumentPane, type DocumentPaneProps } from './document-pane';
import { type HeadField, HeadForm } from './head-form';
import { Tabs } from './tabs';

type Pane = Omit<DocumentPaneProps, 'label' | 'language' | 'diagnostics' | 'aside' | 'className' | 'ref'>;

interface DocumentEditorProps {
  pane: Pane;
  path: string;
  /** What the tabs are called together, and the one that shows what becomes of the text. */
  words: { tabs: string; preview: string };
  fields: readonly HeadField[];
  diagnostics: readonly Diagnostic[];
  preview: () => ReactNode;
  more?: readonly { value: string; label: string; content: () => ReactNode }[];
  /** Stands beside the buttons of the text. */
  actions: ReactNode;
}

/** A Markdown file with a frontmatter: its text and a form of its head in step, and what becomes of it. */
export function DocumentEditor({ pane, path, words, fields, diagnostics, preview, more = [], actions }: DocumentEditorProps) {
  const { t } = useTranslation('document');
  const [tab, setTab] = useState('text');
  const marks = diagnostics.flatMap(({ line, severity, message }) => (line === undefined ? [] : [{ line, severity, message }]));
  const problems = diagnostics.filter(({ severity }) => severity !== 'info').length;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Tabs
        name={words.tabs}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'text',
            label: t('tab.text'),
            content: () => (
              <DocumentPane {...pane} label={path} language="markdown" diagnostics={marks} className="flex-1 p-3" aside={actions} />
            ),
          },
          { value: 'form', label: t('tab.form'), content: () => <FormOfHead pane={pane} fields={fields} /> },
          {
            value: 'preview',
            label: problems > 0 ? t('tab.withProblems', { name: words.preview, count: problems }) : words.preview,
            content: preview,
          },
          ...more,
        ]}
      />
    </div>
  );
}

function FormOfHead({ pane, fields }: { pane: Pane; fields: readonly HeadField[] }) {
  const { t } = useTranslation('document');
  const { text, writable, dirty, saving, conflict, onChange, onSave } = pane;
  return (
    <div className="min-h-0 flex-1 overflow-auto p-3">
      {writable ? (
        <div className="mb-2 flex items-center gap-1.5">
          <Button look="solid" disabled={!dirty || saving || conflict !== undefined} onClick={onSave}>
            {t('save')}
          </Button>
          {dirty ? <Chip tone="warn">{t('unsaved')}</Chip> : undefined}
          {conflict ? <p className="text-sm text-warn">{t('conflict.inText')}</p> : undefined}
        </div>
      ) : (
        <p className="mb-2 text-muted text-sm">{t('readOnly')}</p>
      )}
      <HeadForm fields={fields} text={text} writable={writable} onChange={onChange} />
    </div>
  );
}
