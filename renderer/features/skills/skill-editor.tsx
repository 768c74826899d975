import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SkillEntry } from '../../../shared/model/skill-report';
import { useDocumentPane } from '../../stores/use-document-pane';
import { DocumentEditor } from '../../ui/document-editor';
import { Failed } from '../../ui/failed';
import { BesideTab } from './beside-tab';
import { SkillActions } from './skill-actions';
import { skillFields } from './skill-fields';
import type { SkillTree } from './skill-files';
import { SkillPreview, usePreview } from './skill-preview';
import { TriggerTest } from './trigger-test';

interface SkillEditorProps {
  folder: string;
  skill: SkillEntry;
  places: SkillTree['places'];
  /** Another one when files may have changed. */
  changed: string;
  onChanged: () => void;
}

/** A skill with its file: the form and the text in step, what the model would see of it, the files beside it, and prompts that should find it. */
export function SkillEditor({ folder, skill, places, changed, onChanged }: SkillEditorProps) {
  const { t } = useTranslation('skills');
  const { phase, error, pane } = useDocumentPane(folder, skill.path, onChanged);
  const [args, setArgs] = useState('');
  // Typing goes before: what it would give follows when there is time for it.
  const text = useDeferredValue(pane.text);
  const preview = usePreview(phase === 'ready' ? { folder, path: skill.path, text, args } : undefined, changed);
  if (error) return <Failed error={error} onRetry={onChanged} className="p-4" />;
  return (
    <DocumentEditor
      pane={pane}
      path={skill.path}
      words={{ tabs: t('editor.tabs'), preview: t('editor.preview') }}
      fields={skillFields(t)}
      diagnostics={preview.data?.diagnostics ?? []}
      preview={() => <SkillPreview preview={preview} args={args} onArgs={setArgs} />}
      more={[
        ...(skill.form === 'skill'
          ? [
              {
                value: 'beside',
                label: t('editor.beside', { count: preview.data?.files.length ?? 0 }),
                content: () =>
                  preview.data ? (
                    <BesideTab
                      folder={folder}
                      own={skill.folder}
                      beside={preview.data}
                      writable={phase === 'ready' && pane.writable}
                      onChanged={onChanged}
                    />
                  ) : undefined,
              },
            ]
          : []),
        ...(skill.form === 'skill' && skill.state === 'in-force'
          ? [{ value: 'triggers', label: t('editor.triggers'), content: () => <TriggerTest folder={folder} name={skill.name} /> }]
          : []),
      ]}
      actions={
        <SkillActions
          folder={folder}
          skill={skill}
          places={places}
          dirty={pane.dirty}
          writable={phase === 'ready' && pane.writable}
          onChanged={onChanged}
        />
      }
    />
  );
}
