import { useTranslation } from 'react-i18next';
import { useConfig } from '../../stores/config';
import { Switch } from '../../ui/switch';
import { ViewSection } from '../../ui/view-page';
import { PolicyRow } from './policy-row';
import { saveSetting } from './saves';
import { SettingRow } from './setting-row';

/** The kinds of reminder that the host sends. */
const KINDS = [
  'instructions',
  'rule',
  'nested-instructions',
  'skill-list',
  'state-change',
  'mode',
  'todo',
  'limit',
  'file-changed',
] as const;

export function ContextSection() {
  const { t } = useTranslation('settings');
  const read = useConfig((state) => state.config?.readUserFiles) ?? true;
  return (
    <>
      <ViewSection title={t('context.policies')} note={t('context.policiesNote')}>
        <div className="border-line border-t">
          {KINDS.map((kind) => (
            <PolicyRow key={kind} kind={kind} />
          ))}
        </div>
      </ViewSection>
      <ViewSection title={t('context.files')}>
        <SettingRow
          field="readUserFiles"
          label={t('context.userFiles')}
          hint={t('context.userFilesNote')}
          control={
            <Switch
              name={t('context.userFiles')}
              checked={read}
              onChange={(next) =>
                void saveSetting('readUserFiles', { change: { readUserFiles: next } }, { change: { readUserFiles: read } })
              }
            />
          }
        />
      </ViewSection>
    </>
  );
}
