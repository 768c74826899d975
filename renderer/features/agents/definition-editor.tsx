import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { nameSlug } from '../../../shared/text/name-slug';
import { copyDocument, renameDocument, trashDocument } from '../../stores/document-actions';
import { selectDetail } from '../../stores/selection';
import { useDocumentPane } from '../../stores/use-document-pane';
import { DocumentActions } from '../../ui/document-actions';
import { DocumentEditor } from '../../ui/document-editor';
import { Failed } from '../../ui/failed';
import { renameInHead } from '../../ui/frontmatter-text';
import type { AgentType, Types } from './agent-types';
import { definitionFields } from './definition-fields';
import { DefinitionPreview, usePreview } from './definition-preview';

/** The product's own types have no file; a definition of the same name takes the place of one. */
export function BuiltInDefinition({ folder, name }: { folder: string; name: string }) {
  const { t } = useTranslation('agents');
  const preview = usePreview(folder, { name });
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="shrink-0 border-line border-b px-4 py-2">
        <h2 className="font-semibold">{name}</h2>
        <p className="text-muted text-sm">{t('editor.builtIn', { name })}</p>
      </header>
      <DefinitionPreview preview={preview} />
    </div>
  );
}

interface DefinitionEditorProps {
  folder: string;
  /** `name` is that of the definition; of a file that defines none, that of the file. */
  definition: Pick<AgentType, 'name' | 'scope'> & { file: string };
  places: Types['places'];
  onChanged: () => void;
}

/** A definition's file: the form and the text in step, and what an agent of it would begin with. */
export function DefinitionEditor({ folder, definition, places, onChanged }: DefinitionEditorProps) {
  const { t } = useTranslation('agents');
  const { name, file } = definition;
  const { phase, error, pane } = useDocumentPane(folder, file, onChanged);
  // Typing goes before: the preview follows when there is time for it.
  const text = useDeferredValue(pane.text);
  const preview = usePreview(folder, phase === 'ready' ? { name, text, file } : undefined);
  if (error) return <Failed error={error} onRetry={onChanged} className="p-4" />;
  return (
    <DocumentEditor
      pane={pane}
      path={file}
      words={{ tabs: t('editor.tabs'), preview: t('editor.preview') }}
      fields={definitionFields(t)}
      diagnostics={preview.data?.diagnostics ?? []}
      preview={() => <DefinitionPreview preview={preview} />}
      actions={
        <FileActions
          folder={folder}
          definition={definition}
          places={places}
          dirty={pane.dirty}
          writable={phase === 'ready' && pane.writable}
          onChanged={onChanged}
        />
      }
    />
  );
}

function FileActions({
  folder,
  definition: { name, scope, file },
  places,
  dirty,
  writable,
  onChanged,
}: DefinitionEditorProps & { dirty: boolean; writable: boolean }) {
  const { t } = useTranslation('document');
  const slash = file.lastIndexOf('/');
  const show = (path: string) => {
    selectDetail(path);
    onChanged();
  };
  const rename = (wanted: string) => {
    // A file that is called after its agent goes with the name; any other keeps its own.
    const isNamesake = file.slice(slash + 1) === `${nameSlug(name)}.md`;
    const to = isNamesake ? `${file.slice(0, slash)}/${nameSlug(wanted)}.md` : file;
    renameDocument(folder, { from: file, to, file: to }, renameInHead(name, wanted), () => show(to));
  };
  return (
    <DocumentActions
      dirty={dirty}
      copies={places
        .filter((place) => place.scope !== scope)
        .map((place) => ({
          label: t(`action.copyTo.${place.scope === 'user' ? 'user' : 'project'}`),
          run: () => {
            const to = `${place.folder}/${file.slice(slash + 1)}`;
            copyDocument(folder, { from: file, to }, () => show(to));
          },
        }))}
      rename={writable ? { name, canBe: (wanted) => nameSlug(wanted) !== '', run: rename } : undefined}
      trash={writable ? () => trashDocument(folder, file, name, onChanged) : undefined}
    />
  );
}
