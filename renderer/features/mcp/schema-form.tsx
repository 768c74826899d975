import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/select';
import { Switch } from '../../ui/switch';
import { TextArea } from '../../ui/text-area';
import { TextInput } from '../../ui/text-input';
import { problemOf, type SchemaField } from './schema-fields';

export type FormValue = Readonly<Record<string, unknown>>;

interface SchemaFormProps {
  fields: readonly SchemaField[];
  value: FormValue;
  onChange: (value: FormValue) => void;
  onEnter: () => void;
}

/** An object as a form. A field that is emptied is left out of the object. The server's words in it are shown as plain text. */
export function SchemaForm({ fields, value, onChange, onEnter }: SchemaFormProps) {
  const set = (key: string, next: unknown) => {
    const { [key]: _old, ...rest } = value;
    onChange(next === undefined ? rest : { ...rest, [key]: next });
  };
  return (
    <div className="flex flex-col gap-2.5">
      {fields.map((field) => (
        <Row key={field.key} field={field} value={value[field.key]}>
          <Control field={field} value={value[field.key]} set={(next) => set(field.key, next)} onEnter={onEnter} />
        </Row>
      ))}
    </div>
  );
}

function Row({ field, value, children }: { field: SchemaField; value: unknown; children: ReactNode }) {
  const { t } = useTranslation('mcp');
  const id = useId();
  const problem = problemOf(field, value);
  const { label, key, note, required } = field;
  const bound = 'least' in field && (problem === 'least' || problem === 'short') ? field.least : 'most' in field ? field.most : undefined;
  return (
    <div role="group" aria-labelledby={id} className="flex min-w-0 flex-col gap-0.5 text-sm">
      <span id={id} className="flex flex-wrap items-baseline gap-x-1.5">
        <bdi className="break-anywhere">{label}</bdi>
        {label === key ? undefined : <code className="break-anywhere text-faint">{key}</code>}
        {required ? <span className="text-faint text-xs">{t('form.required')}</span> : undefined}
      </span>
      {note ? <bdi className="block max-h-24 overflow-y-auto whitespace-pre-wrap break-anywhere text-muted">{note}</bdi> : undefined}
      {children}
      {problem && problem !== 'missing' ? <span className="text-warn">{t(`form.${problem}`, { bound: bound ?? 0 })}</span> : undefined}
    </div>
  );
}

interface ControlProps {
  field: SchemaField;
  value: unknown;
  set: (value: unknown) => void;
  onEnter: () => void;
}

function Control({ field, value, set, onEnter }: ControlProps) {
  const { t } = useTranslation(['mcp', 'common']);
  const { label } = field;
  switch (field.kind) {
    case 'text':
      return field.isLong ? (
        <TextArea
          name={label}
          value={textOf(value)}
          maxHeight={200}
          onChange={(event) => set(event.target.value === '' ? undefined : event.target.value)}
        />
      ) : (
        <TextInput
          name={label}
          placeholder={field.format ?? ''}
          value={textOf(value)}
          onChange={(event) => set(event.target.value === '' ? undefined : event.target.value)}
          onEnter={onEnter}
        />
      );
    case 'number':
      return (
        <TextInput
          name={label}
          inputMode="decimal"
          value={textOf(value)}
          onChange={(event) => set(numberOf(event.target.value))}
          onEnter={onEnter}
          className="max-w-[160px]"
        />
      );
    case 'switch':
      return (
        <span className="flex items-center gap-2">
          <Switch name={label} checked={value === true} onChange={set} />
          <span className="text-muted">{value === undefined ? t('form.unset') : t(value === true ? 'common:on' : 'common:off')}</span>
        </span>
      );
    case 'choice':
      return (
        <Select
          name={label}
          value={textOf(value)}
          options={[{ value: '', label: t('form.none') }, ...field.options]}
          onChange={(next) => set(next === '' ? undefined : next)}
        />
      );
    case 'many':
      return <ManyOf field={field} value={value} set={set} />;
    case 'lines':
      return (
        <TextArea
          name={label}
          placeholder={t('form.lines')}
          value={Array.isArray(value) ? value.map(String).join('\n') : ''}
          maxHeight={200}
          onChange={(event) => set(event.target.value === '' ? undefined : event.target.value.split('\n'))}
        />
      );
    case 'json':
      return <JsonField label={label} value={value} set={set} />;
    default:
      return field satisfies never;
  }
}

function ManyOf({ field, value, set }: { field: SchemaField & { kind: 'many' }; value: unknown; set: (value: unknown) => void }) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <span className="flex flex-col">
      {field.options.map((option) => (
        <label key={option.value} className="clickable flex items-center gap-2 rounded-md px-1.5 py-0.5">
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={({ target }) => set(target.checked ? [...chosen, option.value] : chosen.filter((entry) => entry !== option.value))}
          />
          <bdi className="break-anywhere">{option.label}</bdi>
        </label>
      ))}
    </span>
  );
}

/** The text is the person's while it is no JSON; the value follows when it is. */
function JsonField({ label, value, set }: { label: string; value: unknown; set: (value: unknown) => void }) {
  const { t } = useTranslation('mcp');
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, undefined, 2)));
  const [isBroken, setBroken] = useState(false);
  const change = (next: string) => {
    setText(next);
    try {
      set(next.trim() === '' ? undefined : JSON.parse(next));
      setBroken(false);
    } catch {
      setBroken(true);
    }
  };
  return (
    <>
      <TextArea
        name={label}
        placeholder="{ }"
        value={text}
        rows={2}
        maxHeight={200}
        aria-invalid={isBroken}
        className="font-mono"
        onChange={(event) => change(event.target.value)}
      />
      {isBroken ? <span className="text-warn">{t('form.badJson')}</span> : undefined}
    </>
  );
}

/** What is no number yet stays a text, so that it can be written on. */
function numberOf(text: string): number | string | undefined {
  if (text.trim() === '') return undefined;
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text.trim() ? number : text;
}

function textOf(value: unknown): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
