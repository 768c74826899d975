import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../ui/text-input';

interface NumberFieldProps {
  name: string;
  value: number | undefined;
  /** Called with a valid number, or with undefined for an emptied field, when the field is left or Enter is pressed. */
  onCommit: (value: number | undefined) => void;
  whole?: boolean;
  placeholder?: string;
  unit?: string;
}

/** A positive number that is kept when the field is left. What is no number stays in the field, with the reason. */
export function NumberField({ name, value, onCommit, whole = true, placeholder, unit }: NumberFieldProps) {
  const { t } = useTranslation('settings');
  const reason = useId();
  const written = value === undefined ? '' : String(value);
  const [text, setText] = useState(written);
  useEffect(() => setText(written), [written]);
  const parsed = parseNumber(text, whole);
  const commit = () => {
    if (parsed === 'invalid' || parsed === value) return;
    onCommit(parsed);
  };
  return (
    <span className="inline-flex flex-col items-end">
      <span className="inline-flex items-center gap-1.5">
        <span className="w-24">
          <TextInput
            name={name}
            inputMode="decimal"
            value={text}
            placeholder={placeholder}
            aria-invalid={parsed === 'invalid'}
            aria-describedby={parsed === 'invalid' ? reason : undefined}
            onChange={(event) => setText(event.target.value)}
            onBlur={commit}
            onEnter={commit}
            onEscape={() => setText(written)}
            className="text-right"
          />
        </span>
        {unit ? <span className="min-w-[4.5rem] whitespace-nowrap text-muted text-sm">{unit}</span> : undefined}
      </span>
      {parsed === 'invalid' ? (
        <span id={reason} role="alert" className="text-bad text-xs">
          {t(whole ? 'number.whole' : 'number.any')}
        </span>
      ) : undefined}
    </span>
  );
}

/** A positive number from what a person types, with separators or without; undefined for nothing. */
export function parseNumber(text: string, whole: boolean): number | undefined | 'invalid' {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s,_]/g, '')
    .replace(/^\$/, '');
  if (plain === '') return undefined;
  const number = Number(plain);
  if (!Number.isFinite(number) || number <= 0 || (whole && !Number.isInteger(number))) return 'invalid';
  return number;
}
