import { CopyPlus, Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../stores/host';
import { reportFailure } from '../../stores/report-failure';
import { selectDetail } from '../../stores/selection';
import { showToast } from '../../stores/toasts';
import { useDocumentPane } from '../../stores/use-document-pane';
import { Button } from '../../ui/button';
import { DocumentPane } from '../../ui/document-pane';
import { Failed } from '../../ui/failed';
import { Tabs } from '../../ui/tabs';
import type { AgentType, Types } from './agent-types';
import { DefinitionPreview, usePreview } from './definition-preview';

interface EditorProps {
  folder: string;
  type: AgentType;
  places: Types['places'];
  onChanged: () => void;
}

/** A definition with its file, and what an agent of it would begin with. */
export function DefinitionEditor(props: EditorProps) {
  const { file } = props.type;
  return file === undefined ? <BuiltIn {...props} /> : <OwnFile {...props} file={file} />;
}

/** The product's own types have no file; a definition of the same name takes the place of one. */
function BuiltIn({ folder, type }: EditorProps) {
  const { t } = useTranslation('agents');
  const preview = usePreview(folder, { name: type.name });
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="shrink-0 border-line border-b px-4 py-2">
        <h2 className="font-semibold">{type.name}</h2>
        <p className="text-muted text-sm">{t('editor.builtIn', { name: type.name })}</p>
      </header>
      <DefinitionPreview preview={preview} />
    </div>
  );
}

type Tab = 'text' | 'preview';

function OwnFile({ folder, type, places, onChanged, file }: EditorProps & { file: string }) {
  const { t } = useTranslation('agents');
  const { phase, error, pane } = useDocumentPane(folder, file, onChanged);
  const [tab, setTab] = useState<Tab>('text');
  // Typing goes before: the preview follows when there is time for it.
  const text = useDeferredValue(pane.text);
  const preview = usePreview(folder, phase === 'ready' ? { name: type.name, text, file } : undefined);
  if (error) return <Failed error={error} onRetry={onChanged} className="p-4" />;
  const lints = (preview.data?.diagnostics ?? []).flatMap(({ line, severity, message }) =>
    line === undefined ? [] : [{ line, severity, message }],
  );
  const other = places.find((place) => place.scope !== type.scope);
  return (
    <Tabs
      name={t('editor.tabs')}
      value={tab}
      onChange={setTab}
      tabs={[
        {
          value: 'text',
          label: t('editor.text'),
          content: () => (
            <DocumentPane
              {...pane}
              label={file}
              language="markdown"
              diagnostics={lints}
              className="flex-1 p-3"
              aside={
                <FileActions
                  folder={folder}
                  file={file}
                  text={pane.text}
                  other={pane.writable ? other : undefined}
                  writable={pane.writable}
                  onChanged={onChanged}
                />
              }
            />
          ),
        },
        { value: 'preview', label: t('editor.preview'), content: () => <DefinitionPreview preview={preview} /> },
      ]}
    />
  );
}

function FileActions({
  folder,
  file,
  text,
  other,
  writable,
  onChanged,
}: {
  folder: string;
  file: string;
  text: string;
  other: Types['places'][number] | undefined;
  writable: boolean;
  onChanged: () => void;
}) {
  const { t } = useTranslation('agents');
  const copyTo = (place: string) => {
    const path = `${place}/${file.split('/').at(-1)}`;
    call('document.create', { folder, path, text }).then(() => {
      selectDetail(path);
      onChanged();
    }, reportFailure);
  };
  const trash = () =>
    call('document.trash', { folder, path: file }).then(({ undo }) => {
      showToast({
        text: t('editor.trashed'),
        tone: 'plain',
        action: { label: t('editor.undo'), run: () => void call('document.restore', { undo }).then(onChanged, reportFailure) },
      });
      onChanged();
    }, reportFailure);
  if (!writable) return undefined;
  return (
    <>
      {other ? (
        <Button look="quiet" onClick={() => copyTo(other.folder)}>
          <CopyPlus size={13} aria-hidden />
          {t(`editor.copyTo.${other.scope}`)}
        </Button>
      ) : undefined}
      <Button look="quiet" onClick={() => void trash()}>
        <Trash2 size={13} aria-hidden />
        {t('editor.trash')}
      </Button>
    </>
  );
}
