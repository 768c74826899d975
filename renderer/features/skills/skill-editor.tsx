import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SkillEntry } from '../../../shared/model/skill-report';
import { useDocumentPane } from '../../stores/use-document-pane';
import { Button } from '../../ui/button';
import { DocumentPane } from '../../ui/document-pane';
import { Failed } from '../../ui/failed';
import { Tabs } from '../../ui/tabs';
import { SkillActions } from './skill-actions';
import type { SkillTree } from './skill-files';
import { SkillForm } from './skill-form';
import { SkillPreview, usePreview } from './skill-preview';
import { TriggerTest } from './trigger-test';

type Tab = 'text' | 'form' | 'preview' | 'triggers';

/** A skill with its file: the form and the text in step, what the model would see of it, and prompts that should find it. */
export function SkillEditor({
  folder,
  skill,
  places,
  onChanged,
}: {
  folder: string;
  skill: SkillEntry;
  places: SkillTree['places'];
  onChanged: () => void;
}) {
  const { t } = useTranslation(['skills', 'document']);
  const { phase, error, pane } = useDocumentPane(folder, skill.path, onChanged);
  const [tab, setTab] = useState<Tab>('text');
  const [args, setArgs] = useState('');
  // Typing goes before: what it would give follows when there is time for it.
  const text = useDeferredValue(pane.text);
  const preview = usePreview(phase === 'ready' ? { folder, path: skill.path, text, args } : undefined);
  if (error) return <Failed error={error} onRetry={onChanged} className="p-4" />;
  const found = preview.data?.diagnostics ?? [];
  const lints = found.flatMap(({ line, severity, message }) => (line === undefined ? [] : [{ line, severity, message }]));
  const problems = found.filter(({ severity }) => severity !== 'info').length;
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
              label={skill.path}
              language="markdown"
              diagnostics={lints}
              className="flex-1 p-3"
              aside={
                <SkillActions
                  folder={folder}
                  skill={skill}
                  places={places}
                  text={pane.text}
                  writable={pane.writable}
                  onChanged={onChanged}
                />
              }
            />
          ),
        },
        {
          value: 'form',
          label: t('editor.form'),
          content: () => (
            <div className="min-h-0 flex-1 overflow-auto p-3">
              {pane.writable ? (
                <Button
                  look="solid"
                  className="mb-2"
                  disabled={!pane.dirty || pane.saving || pane.conflict !== undefined}
                  onClick={pane.onSave}
                >
                  {t('document:save')}
                </Button>
              ) : undefined}
              <SkillForm text={pane.text} writable={pane.writable} onChange={pane.onChange} />
            </div>
          ),
        },
        {
          value: 'preview',
          label: problems > 0 ? t('editor.previewWithProblems', { count: problems }) : t('editor.preview'),
          content: () => <SkillPreview preview={preview} args={args} onArgs={setArgs} />,
        },
        ...(skill.form === 'skill' && skill.state === 'in-force'
          ? [{ value: 'triggers' as const, label: t('editor.triggers'), content: () => <TriggerTest folder={folder} name={skill.name} /> }]
          : []),
      ]}
    />
  );
}
