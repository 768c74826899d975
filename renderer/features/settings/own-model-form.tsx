import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Config } from '../../../shared/model/config';
import { Button } from '../../ui/button';
import { focusOnMount } from '../../ui/focus-on-mount';
import { TextInput } from '../../ui/text-input';
import { type OwnModelDraft, draftOf, readDraft } from './own-model-draft';

type OwnModel = Config['models'][number];

const EXAMPLE = 'anthropic/claude-…';
const SIZES = ['contextTokens', 'maxOutputTokens'] as const;
const PRICES = ['input', 'output', 'cacheWrite5m', 'cacheWrite1h', 'cacheRead'] as const;

interface OwnModelFormProps {
  model: OwnModel | undefined;
  /** Ids that other rows have. */
  taken: readonly string[];
  onSave: (model: OwnModel) => void;
  onCancel: () => void;
}

/** Adds or changes one entry: an id, and whatever differs from the catalogue. */
export function OwnModelForm({ model, taken, onSave, onCancel }: OwnModelFormProps) {
  const { t } = useTranslation(['settings', 'common']);
  const [draft, setDraft] = useState<OwnModelDraft>(() => draftOf(model));
  const [tried, setTried] = useState(false);
  const read = readDraft(draft, model, taken);
  const problem = 'problem' in read ? read.problem : undefined;
  const set = (key: keyof OwnModelDraft) => (value: string) => setDraft((old) => ({ ...old, [key]: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if ('model' in read) onSave(read.model);
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) onCancel();
      }}
      aria-label={t('own.form')}
      className="flex flex-col gap-3 border-line border-b bg-panel px-3 py-3"
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-2">
        <Field label={t('own.id')} value={draft.id} onChange={set('id')} placeholder={EXAMPLE} mono first />
        <Field label={t('own.name')} value={draft.name} onChange={set('name')} placeholder={t('own.asListed')} />
        {SIZES.map((key) => (
          <Field key={key} label={t(`own.${key}`)} value={draft[key]} onChange={set(key)} placeholder={t('own.asListed')} />
        ))}
      </div>
      <fieldset>
        <legend className="label pb-1">{t('own.prices')}</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-2 min-[1100px]:grid-cols-5">
          {PRICES.map((key) => (
            <Field key={key} label={t(`own.price.${key}`)} value={draft[key]} onChange={set(key)} placeholder={t('own.asListed')} />
          ))}
        </div>
      </fieldset>
      {tried && problem ? (
        <p role="alert" className="text-bad text-sm">
          {t(`own.problem.${problem}`)}
        </p>
      ) : undefined}
      <div className="flex gap-1.5">
        <Button type="submit" look="solid">
          {t('common:save')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  mono?: boolean;
  first?: boolean;
}

function Field({ label, value, onChange, placeholder, mono = false, first = false }: FieldProps) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 text-sm">
      <span aria-hidden className="text-muted">
        {label}
      </span>
      <TextInput
        name={label}
        value={value}
        placeholder={placeholder}
        {...(first ? { ref: focusOnMount } : {})}
        onChange={(event) => onChange(event.target.value)}
        className={mono ? 'font-mono' : ''}
      />
    </div>
  );
}
