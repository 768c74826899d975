import { useTranslation } from 'react-i18next';
import { useConfig } from '../../stores/config';
import { select } from '../../stores/selection';
import { Switch } from '../../ui/switch';
import { ViewSection } from '../../ui/view-page';
import { saveSetting } from './saves';
import { SettingRow } from './setting-row';

const TOOL = 'WebFetch';

export function ToolsSection() {
  const { t } = useTranslation('settings');
  const on = useConfig((state) => state.config?.webFetch) ?? false;
  return (
    <ViewSection title={t('section.tools')} note={t('tools.note')}>
      <SettingRow
        field="webFetch"
        label={<code>{TOOL}</code>}
        hint={
          <>
            {t('tools.webFetchNote')}{' '}
            <button type="button" className="underline hover:text-ink" onClick={() => select({ view: 'permissions' })}>
              {t('tools.toRules')}
            </button>
          </>
        }
        control={
          <Switch
            name={t('tools.webFetch')}
            checked={on}
            onChange={(next) => void saveSetting('webFetch', { change: { webFetch: next } }, { change: { webFetch: on } })}
          />
        }
      />
    </ViewSection>
  );
}
