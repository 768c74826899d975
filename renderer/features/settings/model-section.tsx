import { useTranslation } from 'react-i18next';
import { useConfig } from '../../stores/config';
import { Select } from '../../ui/select';
import { Switch } from '../../ui/switch';
import { ViewSection } from '../../ui/view-page';
import { ModelTable } from './model-table';
import { NumberField } from './number-field';
import { OwnModels } from './own-models';
import { saveSetting } from './saves';
import { SettingRow } from './setting-row';

const TTLS = ['5m', '1h'] as const;

/** Which model new sessions get, and how every request asks it. */
export function ModelSection() {
  const { t } = useTranslation('settings');
  return (
    <>
      <ViewSection title={t('model.default')} note={t('model.defaultNote')}>
        <ModelTable />
      </ViewSection>
      <ViewSection title={t('model.request')}>
        <RequestRows />
      </ViewSection>
      <OwnModels />
    </>
  );
}

function RequestRows() {
  const { t } = useTranslation('settings');
  const config = useConfig((state) => state.config);
  if (!config) return undefined;
  const { thinking, maxOutputTokens, cacheTtl } = config;
  return (
    <>
      <SettingRow
        field="thinking"
        label={t('model.thinking')}
        hint={t('model.thinkingNote')}
        control={
          <Switch
            name={t('model.thinking')}
            checked={thinking === 'adaptive'}
            onChange={(on) => void saveSetting('thinking', { change: { thinking: on ? 'adaptive' : 'off' } }, { change: { thinking } })}
          />
        }
      />
      <SettingRow
        field="maxOutputTokens"
        label={t('model.maxOutput')}
        hint={t('model.maxOutputNote')}
        control={
          <NumberField
            name={t('model.maxOutput')}
            value={maxOutputTokens}
            placeholder={t('model.byDefault')}
            unit={t('context.tokens')}
            onCommit={(next) =>
              void saveSetting(
                'maxOutputTokens',
                next === undefined ? { clear: ['maxOutputTokens'] } : { change: { maxOutputTokens: next } },
                maxOutputTokens === undefined ? { clear: ['maxOutputTokens'] } : { change: { maxOutputTokens } },
              )
            }
          />
        }
      />
      <SettingRow
        field="cacheTtl"
        label={t('model.cache')}
        hint={t('model.cacheNote')}
        control={
          <Select
            name={t('model.cache')}
            value={cacheTtl}
            options={TTLS.map((value) => ({ value, label: t(`model.ttl.${value}`) }))}
            onChange={(next) => void saveSetting('cacheTtl', { change: { cacheTtl: next } }, { change: { cacheTtl } })}
          />
        }
      />
    </>
  );
}
