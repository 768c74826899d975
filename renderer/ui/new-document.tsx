import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { focusOnMount } from './focus-on-mount';
import { Select } from './select';
import { TextInput } from './text-input';

/** Asks for the name of a new file, and where it goes if there is a choice. */
export function NewDocument<Place extends string>({
  words,
  name,
  onName,
  place,
  children,
  canMake,
  onMake,
  onCancel,
}: {
  words: { name: string; make: string };
  name: string;
  onName: (name: string) => void;
  /** Absent where there is but one place. */
  place?: { name: string; value: Place; options: ReadonlyArray<{ value: Place; label: string }>; onChange: (place: Place) => void };
  /** What else is to be said of it. */
  children?: ReactNode;
  canMake: boolean;
  onMake: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('common');
  return (
    <div className="my-2 flex flex-col gap-1.5 rounded-md border border-line p-2">
      <TextInput
        ref={focusOnMount}
        name={words.name}
        placeholder={words.name}
        value={name}
        onChange={(event) => onName(event.target.value)}
        onEnter={onMake}
        onEscape={onCancel}
      />
      {place ? <Select {...place} /> : undefined}
      {children}
      <div className="flex gap-1.5">
        <Button look="solid" disabled={!canMake} onClick={onMake}>
          {words.make}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  );
}
