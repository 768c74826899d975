import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '../../ui/switch';
import { TextArea } from '../../ui/text-area';
import { TextInput } from '../../ui/text-input';
import { readHead, setHeadValue } from './frontmatter-text';

const TEXTS = ['argument-hint', 'arguments', 'allowed-tools', 'disallowed-tools', 'model', 'paths'] as const;
const SWITCHES = ['disable-model-invocation', 'user-invocable'] as const;
/** What holds where nothing is written. */
const DEFAULTS: Record<(typeof SWITCHES)[number], boolean> = { 'disable-model-invocation': false, 'user-invocable': true };
const ON = new Set(['true', 'yes', 'on', '1']);

/** The frontmatter as a form, in step with the text: each field changes its own line and nothing else. */
export function SkillForm({ text, writable, onChange }: { text: string; writable: boolean; onChange: (text: string) => void }) {
  const { t } = useTranslation('skills');
  const { values, broken } = useMemo(() => readHead(text), [text]);
  if (broken) return <p className="text-sm text-warn">{t('form.broken')}</p>;
  const set = (key: string, value: string | boolean | undefined) => onChange(setHeadValue(text, key, value));
  return (
    <div className="grid gap-x-3 gap-y-1.5 min-[700px]:grid-cols-2">
      <div className="flex flex-col gap-0.5 text-sm min-[700px]:col-span-2">
        <span className="text-muted">{t('form.description')}</span>
        <TextArea
          name={t('form.description')}
          rows={2}
          maxHeight={120}
          readOnly={!writable}
          className="rounded-md border border-line-strong bg-raised px-2 py-1 text-sm"
          value={shown(values.get('description'))}
          onChange={(event) => set('description', event.target.value === '' ? undefined : event.target.value)}
        />
      </div>
      {TEXTS.map((key) => (
        <div key={key} className="flex min-w-0 flex-col gap-0.5 text-sm">
          <span className="text-muted">{t(`form.${key}`)}</span>
          <TextInput
            name={t(`form.${key}`)}
            readOnly={!writable}
            value={shown(values.get(key))}
            onChange={(event) => set(key, event.target.value === '' ? undefined : event.target.value)}
          />
        </div>
      ))}
      {SWITCHES.map((key) => (
        <div key={key} className="flex min-h-[26px] items-center gap-2 text-sm">
          <Switch
            name={t(`form.${key}`)}
            disabled={!writable}
            checked={values.has(key) ? ON.has(String(values.get(key)).toLowerCase()) : DEFAULTS[key]}
            onChange={(checked) => set(key, checked === DEFAULTS[key] ? undefined : checked)}
          />
          <span>{t(`form.${key}`)}</span>
        </div>
      ))}
    </div>
  );
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ');
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
