import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useComposer } from '../../stores/composer';
import { useConfig } from '../../stores/config';
import { useSession } from '../../stores/session';
import { chooseForSession } from '../../stores/session-actions';
import { Button } from '../../ui/button';
import { useFormat } from '../../ui/format';
import { Menu, MenuChoice, MenuLabel } from '../../ui/menu';
import { useModelName } from '../../ui/model-name';

export function ModelPicker() {
  const { t } = useTranslation('composer');
  const format = useFormat();
  const nameOf = useModelName();
  const { models, currentModel } = useConfig();
  const inSession = useSession((state) => state.state?.model);
  const chosen = useComposer((state) => state.model);
  const model = inSession ?? chosen ?? currentModel ?? '';
  const options = models.map((entry) => {
    const price = entry.price ? t('modelPrice', { input: entry.price.input, output: entry.price.output }) : t('modelNoPrice');
    const facts = [
      t('modelNote', { context: format.tokens(entry.contextTokens) }),
      entry.provider === 'scripted' ? undefined : price,
      entry.usable ? undefined : t('noCredential'),
    ];
    return {
      value: `${entry.provider}/${entry.id}`,
      label: nameOf(entry),
      note: facts.filter(Boolean).join(' · '),
      disabled: !entry.usable,
    };
  });
  const label = options.find((option) => option.value === model)?.label ?? model;
  return (
    <Menu
      side="top"
      trigger={
        <Button look="quiet" aria-label={`${t('model')}: ${label}`} className="min-w-0 shrink! px-1.5">
          <span className="truncate">{label || t('model')}</span>
          <ChevronDown size={12} className="shrink-0" aria-hidden />
        </Button>
      }
    >
      <MenuLabel>{t('model')}</MenuLabel>
      <MenuChoice value={model} options={options} onChange={(next) => void chooseForSession({ model: next })} />
    </Menu>
  );
}
