import { useTranslation } from 'react-i18next';
import { useConfig } from '../../stores/config';
import { Select } from '../../ui/select';
import { ViewSection } from '../../ui/view-page';
import { saveSetting } from './saves';
import { SettingRow } from './setting-row';

const THEMES = ['system', 'light', 'dark'] as const;
const LANGUAGES = ['system', 'en', 'ja'] as const;

export function AppearanceSection() {
  const { t } = useTranslation('settings');
  const theme = useConfig((state) => state.config?.theme) ?? 'system';
  const language = useConfig((state) => state.config?.language) ?? 'system';
  return (
    <ViewSection title={t('section.appearance')}>
      <SettingRow
        field="theme"
        label={t('appearance.theme')}
        control={
          <Select
            name={t('appearance.theme')}
            value={theme}
            options={THEMES.map((value) => ({ value, label: t(`appearance.themes.${value}`) }))}
            onChange={(next) => void saveSetting('theme', { change: { theme: next } }, { change: { theme } })}
          />
        }
      />
      <SettingRow
        field="language"
        label={t('appearance.language')}
        hint={t('appearance.languageNote')}
        control={
          <Select
            name={t('appearance.language')}
            value={language}
            options={LANGUAGES.map((value) => ({ value, label: t(`appearance.languages.${value}`) }))}
            onChange={(next) => void saveSetting('language', { change: { language: next } }, { change: { language } })}
          />
        }
      />
    </ViewSection>
  );
}
