import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Config } from '../../../shared/model/config';
import { useConfig } from '../../stores/config';
import { Button } from '../../ui/button';
import { useFormat } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';
import { ViewSection } from '../../ui/view-page';
import { OwnModelForm } from './own-model-form';
import { saveSetting } from './saves';
import { SaveLine } from './setting-row';

type OwnModel = Config['models'][number];

/** Models that the catalogue lacks, and prices or sizes that differ from it. */
export function OwnModels() {
  const { t } = useTranslation('settings');
  const models = useConfig((state) => state.config?.models) ?? [];
  const [edited, setEdited] = useState<string>();
  const save = (next: OwnModel[]) => {
    setEdited(undefined);
    void saveSetting('models', { change: { models: next } }, { change: { models } });
  };
  return (
    <ViewSection
      title={t('own.title')}
      note={t('own.note')}
      actions={edited === undefined ? <Button onClick={() => setEdited('')}>{t('own.add')}</Button> : undefined}
    >
      <ul className="border-line border-t">
        {models.map((model) =>
          model.id === edited ? (
            <li key={model.id}>
              <OwnModelForm
                model={model}
                taken={models.filter((other) => other.id !== model.id).map((other) => other.id)}
                onSave={(changed) => save(models.map((other) => (other.id === model.id ? changed : other)))}
                onCancel={() => setEdited(undefined)}
              />
            </li>
          ) : (
            <li key={model.id} className="flex min-h-[28px] items-center gap-3 border-line border-b">
              <code className="min-w-0 break-anywhere">{model.id}</code>
              <span className="min-w-0 flex-1 text-muted text-sm">
                <OwnFacts model={model} />
              </span>
              <span className="flex shrink-0">
                <IconButton
                  name={t('own.edit', { model: model.id })}
                  icon={<Pencil size={13} />}
                  className="size-[22px]"
                  onClick={() => setEdited(model.id)}
                />
                <IconButton
                  name={t('own.remove', { model: model.id })}
                  icon={<Trash2 size={13} />}
                  className="size-[22px]"
                  onClick={() => save(models.filter((other) => other.id !== model.id))}
                />
              </span>
            </li>
          ),
        )}
      </ul>
      {edited === '' ? (
        <OwnModelForm
          model={undefined}
          taken={models.map((model) => model.id)}
          onSave={(added) => save([...models, added])}
          onCancel={() => setEdited(undefined)}
        />
      ) : undefined}
      <SaveLine field="models" />
    </ViewSection>
  );
}

function OwnFacts({ model: { name, contextTokens, maxOutputTokens, price } }: { model: OwnModel }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const facts = [
    name,
    contextTokens === undefined ? undefined : t('own.contextFact', { tokens: format.size(contextTokens) }),
    maxOutputTokens === undefined ? undefined : t('own.outputFact', { tokens: format.size(maxOutputTokens) }),
    price === undefined ? undefined : t('own.priceFact', { input: price.input, output: price.output }),
  ];
  return facts.filter(Boolean).join(' · ');
}
