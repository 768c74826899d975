import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Params } from '../../../shared/contract/methods';
import { TextInput } from '../../ui/text-input';
import type { ServerPlace } from './server-place';
import { useCompletion } from './use-completion';

interface ArgumentInputProps {
  place: ServerPlace;
  of: Params<'mcp.complete'>['of'];
  name: string;
  note?: string | undefined;
  required: boolean;
  value: string;
  onChange: (value: string) => void;
  onEnter: () => void;
}

/** An argument of a prompt, or a variable of a template, with the values that the server offers for it. */
export function ArgumentInput({ place, of, name, note, required, value, onChange, onEnter }: ArgumentInputProps) {
  const { t } = useTranslation('mcp');
  const list = useId();
  const values = useCompletion(place, of, name, value);
  return (
    <div className="flex flex-col gap-0.5 text-sm">
      <span className="flex flex-wrap items-baseline gap-x-1.5">
        <bdi className="break-anywhere">{name}</bdi>
        {required ? <span className="text-faint text-xs">{t('form.required')}</span> : undefined}
      </span>
      {note ? <bdi className="block max-h-24 overflow-y-auto break-anywhere text-muted">{note}</bdi> : undefined}
      <TextInput name={name} list={list} value={value} onChange={(event) => onChange(event.target.value)} onEnter={onEnter} />
      <datalist id={list}>
        {values.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </div>
  );
}
