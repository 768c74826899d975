import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { readHead, setHeadValue } from './frontmatter-text';
import { Select } from './select';
import { Switch } from './switch';
import { TextArea } from './text-area';
import { TextInput } from './text-input';

/** One key of a frontmatter as a form shows it. */
export type HeadField = { key: string; label: string } & (
  | { kind: 'line' }
  | { kind: 'lines' }
  /** `absent`: what holds where nothing is written. */
  | { kind: 'switch'; absent: boolean }
  /** Without a value the key is left out; `absent` says what that means, and `words` what the values do. */
  | { kind: 'choice'; values: readonly string[]; absent: string; words?: Record<string, string> }
);

type SetValue = (key: string, value: string | boolean | undefined) => void;
const ON = new Set(['true', 'yes', 'on', '1']);

/** The frontmatter as a form, in step with the text: each field changes its own line and nothing else. */
export function HeadForm({
  fields,
  text,
  writable,
  onChange,
}: {
  fields: readonly HeadField[];
  text: string;
  writable: boolean;
  onChange: (text: string) => void;
}) {
  const { t } = useTranslation('document');
  const { values, broken } = useMemo(() => readHead(text), [text]);
  if (broken) return <p className="text-sm text-warn">{t('form.broken')}</p>;
  const set: SetValue = (key, value) => onChange(setHeadValue(text, key, value));
  return (
    <div className="grid gap-x-3 gap-y-1.5 min-[700px]:grid-cols-2">
      {fields.map((field) => (
        <FieldOfHead key={field.key} field={field} value={values.get(field.key)} writable={writable} set={set} />
      ))}
    </div>
  );
}

function FieldOfHead({ field, value, writable, set }: { field: HeadField; value: unknown; writable: boolean; set: SetValue }) {
  const { key, label } = field;
  const setText = (text: string) => set(key, text === '' ? undefined : text);
  switch (field.kind) {
    case 'switch':
      return (
        <div className="flex min-h-[26px] items-center gap-2 self-end text-sm">
          <Switch
            name={label}
            disabled={!writable}
            checked={value === undefined ? field.absent : ON.has(String(value).toLowerCase())}
            onChange={(checked) => set(key, checked === field.absent ? undefined : checked)}
          />
          <span>{label}</span>
        </div>
      );
    case 'choice':
      return (
        <div className="flex min-w-0 flex-col gap-0.5 text-sm">
          <span className="text-muted">{label}</span>
          <Select name={label} value={shown(value)} disabled={!writable} options={choicesOf(field, shown(value))} onChange={setText} />
        </div>
      );
    case 'lines':
      return (
        <div className="flex flex-col gap-0.5 text-sm min-[700px]:col-span-2">
          <span className="text-muted">{label}</span>
          <TextArea
            name={label}
            rows={2}
            maxHeight={120}
            readOnly={!writable}
            value={shown(value)}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      );
    case 'line':
      return (
        <div className="flex min-w-0 flex-col gap-0.5 text-sm">
          <span className="text-muted">{label}</span>
          <TextInput name={label} readOnly={!writable} value={shown(value)} onChange={(event) => setText(event.target.value)} />
        </div>
      );
    default:
      return field satisfies never;
  }
}

/** What the file says is among the choices, whatever it is. */
function choicesOf({ values, absent, words = {} }: Extract<HeadField, { kind: 'choice' }>, now: string) {
  const all = now === '' || values.includes(now) ? values : [...values, now];
  return [{ value: '', label: absent }, ...all.map((value) => ({ value, label: words[value] ?? value }))];
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ');
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
